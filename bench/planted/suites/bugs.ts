import type { Suite, SuiteBug } from './suite-bug.ts';

const TAPE = ['tape@5.9.0'];
const QS: Suite = {
  ...{ name: 'qs', package: 'qs@6.14.0', from: 'npm', kind: 'parser', command: "npx tape 'test/**/*.js'" },
  needs: [
    ...TAPE,
    ...['es-value-fixtures', 'object-inspect', 'iconv-lite@0.5', 'qs-iconv', 'has-bigints', 'has-override-mistake'],
    ...[
      'has-property-descriptors',
      'has-proto',
      'has-symbols',
      'mock-property',
      'safer-buffer',
      'for-each',
      'side-channel',
    ],
  ],
};
const MINIMIST: Suite = {
  ...{ name: 'minimist', package: 'minimist@1.2.8', from: 'npm', kind: 'command lines' },
  command: "npx tape 'test/*.js'",
  needs: TAPE,
};
const OBJECT_INSPECT: Suite = {
  ...{ name: 'object-inspect', package: 'object-inspect@1.13.4', from: 'npm', kind: 'text of data' },
  command: "npx tape 'test/*.js'",
  needs: [
    ...TAPE,
    ...['error-cause', 'es-value-fixtures', 'for-each', 'functions-have-names', 'globalthis', 'has-symbols'],
    ...['has-tostringtag', 'make-arrow-function', 'mock-property', 'string.prototype.repeat', '@pkgjs/support'],
  ],
};
const PYTEST = 'pytest==8.3.5';
const MARSHMALLOW: Suite = {
  ...{ name: 'marshmallow', package: 'marshmallow==3.21.2', from: 'pypi', kind: 'data' },
  command: 'python3 -m pytest -q tests',
  needs: [PYTEST, 'marshmallow==3.21.2', 'pytz', 'simplejson', 'packaging'],
};
const CLICK: Suite = {
  ...{ name: 'click', package: 'click==8.1.7', from: 'pypi', kind: 'command lines' },
  command: 'python3 -m pytest -q tests',
  needs: [PYTEST],
};
const FLASK: Suite = {
  ...{ name: 'flask', package: 'flask==3.0.3', from: 'pypi', kind: 'web framework' },
  command: 'python3 -m pytest -q tests',
  needs: [PYTEST, 'werkzeug==3.0.3', 'jinja2', 'itsdangerous', 'blinker', 'click==8.1.7', 'asgiref', 'python-dotenv'],
};

/** Two in each package. */
export const SUITE_BUGS: readonly SuiteBug[] = [
  {
    ...{ id: 'qs-entities', suite: QS, mistake: 'off by one' },
    plant: {
      file: 'lib/parse.js',
      was: 'return String.fromCharCode(parseInt(numberStr, 10));',
      is: 'return String.fromCharCode(parseInt(numberStr, 10) + 1);',
    },
    value: /☻/,
  },
  {
    ...{ id: 'qs-spaces', suite: QS, mistake: 'wrong function' },
    plant: {
      file: 'lib/utils.js',
      was: 'return decodeURIComponent(strWithoutPlus);',
      is: 'return decodeURI(strWithoutPlus);',
    },
    value: /%/,
  },
  {
    ...{ id: 'minimist-number', suite: MINIMIST, mistake: 'wrong function' },
    plant: { file: 'index.js', was: '? Number(val)', is: '? parseInt(val, 10)' },
    value: /\b(?:1|5|0)\b/,
  },
  {
    ...{ id: 'minimist-default', suite: MINIMIST, mistake: 'default turned round' },
    plant: {
      file: 'index.js',
      was: 'setArg(key, defaults[key] === undefined ? false : defaults[key]);',
      is: 'setArg(key, defaults[key] === undefined ? true : defaults[key]);',
    },
    value: /true/,
  },
  {
    ...{ id: 'object-inspect-separator', suite: OBJECT_INSPECT, mistake: 'wrong operator' },
    plant: {
      file: 'index.js',
      was: "+ '.' + $replace.call($replace.call(dec, /([0-9]{3})/g, '$&_'), /_$/, '');",
      is: "+ '.' + $replace.call($replace.call(dec, /([0-9]{3})/g, '_$&'), /_$/, '');",
    },
    value: /\d_\d{3}\._\d/,
  },
  {
    ...{ id: 'object-inspect-boxed', suite: OBJECT_INSPECT, mistake: 'wrong bracket' },
    plant: { file: 'index.js', was: "return 'Object(' + str + ')';", is: "return 'Object[' + str + ']';" },
    value: /Object\[/,
  },
  {
    ...{ id: 'marshmallow-days', suite: MARSHMALLOW, mistake: 'wrong factor' },
    plant: {
      file: 'src/marshmallow/utils.py',
      was: 'return (value.days * (24 * 3600) + value.seconds) * 1000000 + value.microseconds',
      is: 'return (value.days * (12 * 3600) + value.seconds) * 1000000 + value.microseconds',
    },
    value: /\d{5,}/,
  },
  {
    ...{ id: 'marshmallow-milliseconds', suite: MARSHMALLOW, mistake: 'wrong factor' },
    plant: {
      file: 'src/marshmallow/utils.py',
      was: 'return timestamp(value) * 1000',
      is: 'return timestamp(value) * 100',
    },
    value: /\d{6,}\.0/,
  },
  {
    ...{ id: 'click-clamp', suite: CLICK, mistake: 'wrong sign' },
    plant: { file: 'src/click/types.py', was: 'return bound + dir', is: 'return bound - dir' },
    value: /bound = /,
  },
  {
    ...{ id: 'click-help', suite: CLICK, mistake: 'off by one' },
    plant: {
      file: 'src/click/utils.py',
      was: 'return " ".join(words[:i]) + "..."',
      is: 'return " ".join(words[: i + 1]) + "..."',
    },
    value: /\.\.\./,
  },
  {
    ...{ id: 'flask-bytes', suite: FLASK, mistake: 'wrong function' },
    plant: { file: 'src/flask/json/tag.py', was: 'return b64decode(value)', is: 'return b64encode(value.encode())' },
    value: /b'\w+/,
  },
  {
    ...{ id: 'flask-anchor', suite: FLASK, mistake: 'wrong separator' },
    plant: { file: 'src/flask/app.py', was: 'rv = f"{rv}#{_anchor}"', is: 'rv = f"{rv}?{_anchor}"' },
    value: /rv .*\?/,
  },
];
