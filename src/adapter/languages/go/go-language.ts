import type { LanguageHealth } from '../../../model/language-health.ts';
import type { DoctorSurroundings, Language } from '../../language.ts';
import { isGoBinary } from './go-binary.ts';
import { isGoProgram } from './go-command.ts';

/** Go through delve. */
export const goLanguage: Language = {
  id: 'go',
  names: ['golang', 'delve', 'dlv'],
  titles: ['Go'],
  claims: isGoProgram,
  isExecutable: isGoBinary,
  async load(options) {
    const [{ recipeAdapters }, { goRecipe }] = await Promise.all([
      import('../../dap/recipe-adapters.ts'),
      import('./recipe.ts'),
    ]);
    // A first build compiles the library of Go as well.
    return { ...recipeAdapters(goRecipe, options), leastStartMs: 300_000 };
  },
  check,
};

async function check({ cwd, env }: DoctorSurroundings): Promise<LanguageHealth> {
  const { findDelve, findGo, INSTALL_DELVE, versionOf } = await import('./go-tools.ts');
  const go = findGo({ cwd, env });
  const delve = findDelve({ cwd, env });
  const found = [
    ...(go ? [{ name: 'Go', version: await versionOf(go, ['version'], /\bgo(\d\S*)/), where: go }] : []),
    ...(delve ? [{ name: 'delve', version: await versionOf(delve, ['version'], /Version: (\S+)/), where: delve }] : []),
  ];
  const state: LanguageHealth['state'] =
    go === undefined
      ? { kind: 'unusable', problem: 'the go command was not found', run: 'install Go from https://go.dev/dl' }
      : delve === undefined
        ? { kind: 'unusable', problem: 'delve (dlv), which debugs Go, was not found', run: INSTALL_DELVE }
        : { kind: 'usable' };
  return { language: 'go', found, state };
}
