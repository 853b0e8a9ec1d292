const moduleValue = 'module value';
let topLevel = 1;
topLevel += 1; // @top

function inner(parameter) {
  const local = parameter + topLevel;
  return `${local} ${moduleValue}`; // @inner
}
inner(1);
export {};
