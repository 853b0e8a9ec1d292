'use strict';
// What of the settings is about single files.

exports.isAnythingWanted = function isAnythingWanted({ stems, names }) {
  return stems.length > 0 || names.length > 0;
};

/** True if a file of that path may have a breakpoint, or be compiled from a file with a breakpoint. */
exports.matters = function matters({ isOwnOnly, stems, names }, path) {
  if (isOwnOnly && isDependency(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return names.includes(name) || (isScript(name) && stems.includes(stemOf(name)));
};

/** True if a path lies among installed packages. */
exports.isDependency = isDependency;

function isDependency(path) {
  return /[\\/]node_modules[\\/][^.]/.test(path);
}

function isScript(name) {
  return /\.[cm]?[jt]sx?$/.test(name);
}

function stemOf(name) {
  return name.slice(0, name.lastIndexOf('.'));
}
