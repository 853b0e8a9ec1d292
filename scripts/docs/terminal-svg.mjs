// A terminal's screen, as `tmux capture-pane -p -e` prints it, as an SVG picture.
import stringWidth from 'string-width';

const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const FONT_SIZE = 14;
const CELL_WIDTH = 8.4;
const CELL_HEIGHT = 18;
const MARGIN = 14;
const BACKGROUND = '#16181d';
const FOREGROUND = '#d7dae0';
/** The terminal's colours 0 to 7, and the bright ones. */
const COLOURS = ['#3b4048', '#ef6b73', '#8cc570', '#e5c07b', '#61a8f0', '#c678dd', '#4fc1cf', '#d7dae0'];
const STYLE = new RegExp(`${String.fromCharCode(0x1b)}\\[([\\d;]*)m`);
const PLAIN = { colour: FOREGROUND, bold: false, dim: false, underline: false, inverse: false };

/** The effects of the codes of styles. Those of colours are in {@link COLOURS}; the background is always the terminal's own. */
const CHANGES = {
  0: PLAIN,
  1: { bold: true },
  2: { dim: true },
  4: { underline: true },
  7: { inverse: true },
  22: { bold: false, dim: false },
  24: { underline: false },
  27: { inverse: false },
  39: { colour: FOREGROUND },
  49: {},
};

/** @param screen Lines with the escape sequences of their colours. */
export function terminalSvg(screen, { columns, rows, title }) {
  const width = columns * CELL_WIDTH + 2 * MARGIN;
  const height = rows * CELL_HEIGHT + 2 * MARGIN;
  const lines = screen.split('\n').map((line, row) => lineSvg(line, row));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${height}" width="${round(width)}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="${FONT}" font-size="${FONT_SIZE}" xml:space="preserve">`,
    ...lines.filter(Boolean),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function lineSvg(line, row) {
  const top = MARGIN + row * CELL_HEIGHT;
  let column = 0;
  return runsOf(line)
    .map(({ text, style }) => {
      const columns = stringWidth(text);
      const left = MARGIN + column * CELL_WIDTH;
      column += columns;
      return runSvg(text, style, { left, top, width: columns * CELL_WIDTH });
    })
    .join('');
}

function runSvg(text, style, { left, top, width }) {
  const fill = style.inverse ? BACKGROUND : style.colour;
  const behind = `<rect x="${round(left)}" y="${top}" width="${round(width)}" height="${CELL_HEIGHT}" fill="${style.colour}"/>`;
  const attributes = [
    `x="${round(left)}" y="${top + FONT_SIZE}" fill="${fill}"`,
    style.bold ? 'font-weight="bold"' : '',
    style.dim && !style.inverse ? 'opacity="0.6"' : '',
    style.underline ? 'text-decoration="underline"' : '',
    // Whatever font there is, columns stay columns.
    `textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"`,
  ];
  const letters = `<text ${attributes.filter(Boolean).join(' ')}>${escaped(text)}</text>`;
  return (style.inverse ? behind : '') + (text.trim() === '' ? '' : letters);
}

/** Pieces of one style. */
function runsOf(line) {
  let style = PLAIN;
  const runs = [];
  for (const [index, part] of line.split(STYLE).entries()) {
    if (index % 2 === 1) style = styleAfter(style, part);
    else if (part !== '') runs.push({ text: part, style });
  }
  return runs;
}

function styleAfter(style, codes) {
  let now = style;
  for (const code of codes.split(';').map(Number)) {
    const colour = COLOURS[code >= 90 ? code - 90 : code - 30];
    const change = CHANGES[code] ?? (colour && { colour });
    if (change === undefined) throw new Error(`The screen has a style that pictures do not know: ${code}`);
    now = Object.assign({}, now, change);
  }
  return now;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value) {
  return Number(value.toFixed(1));
}
