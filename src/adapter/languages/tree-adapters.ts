import { CompositeAdapter } from '../composite/composite-adapter.ts';
import type { FollowedLanguage } from '../composite/followed-language.ts';
import type { AdapterFactory, AdapterOptions, Language } from '../language.ts';

/**
 * Makes the adapters of programs of a language that may start processes of others: those are debugged in the same session, where their
 * language can be followed below a program. What follows is loaded when a program is launched, and not before.
 *
 * @param all The languages that may run below it. One that the user has described is debugged alone: what its adapter does with the
 *   environment of a program is not known.
 */
export async function treeAdapters(
  language: Language,
  all: readonly Language[],
  options: AdapterOptions,
): Promise<AdapterFactory> {
  const root = await language.load(options);
  const { isSource } = language;
  if (isSource === undefined) return root;
  const others = all.filter((other) => other.id !== language.id && other.isSource !== undefined);
  const below = [...others, ...(language.hasFollowerBelowItself ? [language] : [])];
  const followed = below.map((other) => followedLanguage(other, options));
  return {
    createAdapter: () => new CompositeAdapter({ adapter: root.createAdapter(), isSource }, followed),
    async breakpointProblem(path, wanted, call) {
      const owner = isSource(path) ? undefined : others.find((other) => other.isSource?.(path));
      const factory = owner === undefined ? root : await owner.load(options);
      return factory.breakpointProblem(path, wanted, call);
    },
  };
}

/** Loads what follows processes of languages, so that the first launch need not wait for it. */
export async function preloadFollowers(all: readonly Language[]): Promise<void> {
  await Promise.all(all.map((language) => (language.isSource === undefined ? undefined : language.load({}))));
}

function followedLanguage(language: Language, options: AdapterOptions): FollowedLanguage {
  return {
    id: language.id,
    title: language.titles[0] ?? language.id,
    isSource: (path) => language.isSource?.(path) ?? false,
    createFollower: async () => (await language.load(options)).createFollower?.(),
  };
}
