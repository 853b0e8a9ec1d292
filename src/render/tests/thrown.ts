import type { TestRunReport } from '../../model/tests/test-report.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { cut, ending, linesOf, oneLine } from '../plain-text.ts';
import type { Section, SectionLine } from '../sections.ts';
import { sourceLines } from '../source.ts';
import { localLine, whenOf } from '../variables.ts';
import { TIGHT, WIDE } from './failure-widths.ts';

const MAX_PLACE_CHARS = 90;
/** Exceptions that are shown. */
const MAX_THROWN = 5;

const THROWN = '\nThrown in your code:';
const THROWN_BELOW = '\nThrown in processes that the tests started, while some test ran:';

/** The errors that the program's own code threw, if no runner says what failed. */
export function thrownSections({ thrown, runners }: TestRunReport, context: PathContext): Section[] {
  return thrown.slice(0, MAX_THROWN).map(({ message, site }, index) => {
    const line = (text: string, rank: number): SectionLine => ({ text, tier: 2 + index + rank / 100 });
    const [headline = ''] = linesOf(message);
    const source = site.source ? sourceLines(site.source, site.location, context) : [];
    const when = whenOf(site.locals, site.cleanup, context);
    return {
      ...(index === 0 ? { title: runners.length === 0 ? THROWN : THROWN_BELOW } : {}),
      lines: [
        line(
          `  ${oneLine(headline, WIDE.message)}  at ${ending(displayLocation(site.location, context), MAX_PLACE_CHARS)}`,
          0,
        ),
        ...source.filter(({ distance }) => distance === 0).map(({ text }) => line(cut(text, TIGHT.value), 1)),
        ...(when !== '' && site.locals.length > 0 ? [line(`  Variables${when}:`, 2)] : []),
        ...site.locals.map((local) => line(cut(localLine(local, false), TIGHT.value), 2)),
      ],
    };
  });
}
