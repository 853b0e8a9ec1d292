'use strict';
// What of the settings is about single files.

exports.isAnythingWanted = function isAnythingWanted({ stems, names }) {
  return stems.length > 0 || names.length > 0;
};

/** Whether a file of that path may be one that somebody wants to stop in, or compiled from one. */
exports.matters = function matters({ isOwnOnly, stems, names }, path) {
  if (isOwnOnly && isDependency(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return names.includes(name) || (isScript(name) && stems.includes(stemOf(name)));
};

/** Whether it lies among installed packages. */
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
