import { DebugError } from '../../../../model/debug-error.ts';

/** A version of debugpy with the SHA-256 of each of its ready-made files, for whichever machine they are. */
interface PinnedVersion {
  /** The oldest minor version of Python 3 that it runs on. */
  readonly oldestMinor: number;
  readonly version: string;
  readonly hashes: readonly string[];
}

/**
 * The versions that are installed, newest first. A newer one comes with a newer version of this program, whose tests have run
 * with it; so nothing that is published under the name of debugpy tomorrow runs on anybody's machine by itself.
 */
const PINNED: readonly PinnedVersion[] = [
  {
    oldestMinor: 10,
    version: '1.8.22',
    hashes: [
      '0c1104233340196e5cbf5514e7dfdbb98968e730cfd7fdd6f3d72a082be838a9',
      '12bc7f368182b517cf26c76a2393fff65354e365fa1552b6241e66edff17997b',
      '192b73e8d53bbd60225220c0943627bf249ac93d0ea3090e23c45f3e0ceb6a35',
      '1bd0c6df3c68c0a3f71db8baa3780a953abb65537ec4b3bc6b935ad5b3b3d45c',
      '1e76339d5510bc17e9181dba9577508afcb21aad5728f1a55ef74d7d97d255f3',
      '225d063f81708c2546999e7edfac0198b2d5c2f144797dc64858f867948633e0',
      '371a4ba4a5975eb958393903f3254cf983da7b1c7c178b3f987ee427f42515e3',
      '3b7c328cb47b4e2f2b40801936daf8150f88dcb4ffef5080ff119270f0d23626',
      '4ad076f4f66cb8acb79e4384d48b1ea60a0b1957aa0b1112d4887ea3a4df60e0',
      '56b877b37ed73f0bf53ba7afc394816ff1eb5d701bae24a24ed9e1ea6f7ce34f',
      '66e4ac3d6e7026e83e7d93d7ee2f51dd4a4e8dff673578d424e60796893e5b2c',
      '745e1800ec2961e5660c1a317c0a20e28c0fef4de36c04f17a21c33f2b37a92a',
      '7bf29e0d8ce80b100d37fb333e1b193b790d962739f3067796c2b03ffdc9afee',
      '8a697acec45dbc70d17fb5d9f4f61989fc294d273c69de487fd10cb35fdd75eb',
      '92fc425308a08f601f3c69afb4719767f9b898276f44b97e6942a713c4c32740',
      'a9e9d3550e15ca479c59333e90845029190531f0cacfedab3b815a57bd913947',
      'a9eca6ab09a61534e923064400081e016f7e1d8430cc6e8b7a9cecd2f59e2b07',
      'b17a4896520f1c6da09ce76ec8215df0b85b0b6f3617526a4c65c2315340875a',
      'b7dbde1fb822d100802d505b2aed6d0813b1a0a2015d495cb8798b2215d5d1e5',
      'ba810a66b437e3c43ca0ce0892404f010338286263ca8e5108442d76a9485337',
      'c1ffb9953708b648ecf6acd2e5ad2c002bf68785ed618197dd4463a2a7226f39',
      'c21dd7e1ec22556bb41dc3bf6b86c603e440ec889c4acb27d7206354b2106c54',
      'cba7b99573ee41f9510c6deeff1cdd0c333748b9dd63d5016413dd57ba9a4593',
      'd593a330297332ec435f3965c448b6d500e03f33675cf2063178bc76377a788e',
      'e6744ac1850c73c2ba7b29a126cf9ab74efd1831190720e8fee17ef5389c8f5d',
      'f49b1d6cecf326b63c06d7f517e4a6642777f758c58cb799e7bc5a6dd74721c2',
      'fa47099176d1d612bef69e9f74658a5687a9f05bd80fb5710f99959bace85735',
      'feea785c7bbeb8cfd5b01a63f9061c899dc468c8be81671141a29305774fa294',
      'ffeeaf4dfe1534375902040df32a4c48f721fd35a4d4d337ac72a44d4176075b',
    ],
  },
  {
    oldestMinor: 8,
    version: '1.8.21',
    hashes: [
      '0042da0ecd0a8b50dc4a54395ecd870d258d73fa18776f50c91fdcabdcad2675',
      '0fddfdc130ac6d8bfc0415b0409822fa901c8f310e5c945ac5653a0352532344',
      '13678151fc401e2d68c9880b91e28714f797d40422994572b24560ef80910a88',
      '15d4963bd5ffa48f0da0947fd06757fa7621945048a14ad7705431566d3c0e7c',
      '2c2ae706dec41d99a9ca1f7ebc987a83e65578363be6f6b3ac9067504917fae1',
      '3d6922439bf33fd38a3e2c447869ebc7b97da5cd3d329ff1ef9bc06c4903437e',
      '4743373c1cac7f9e74a1b9915bf1dbe0e900eca657ffb170ae07ac8363205ae9',
      '4e70cc8b5079f885cb43910924ee0aab73b8b6b2a14eff23afdd9895d86e79eb',
      '4e7c2d784d78ad4b71a5f8cd7b59c167719ec8a7a0211dbb3eb1bfeda78bc4e2',
      '72b5d676c4cbfac3bac5bb01c138a4656e843f93f03ce2a5f4e394ad49fbee73',
      '84c564d8cc701d41843b29a92814c1f1bef6798724ca9d675c284ad9f6a547d7',
      '8eeab7b5462f683452c57c0126aaa5ec4e974ddb705f39ba87dff8818c8e08f9',
      '9bb2a685287a2ac9b181cde89edcec64845cb51de7faaa75badb9a698bc24782',
      '9f5171176a0084b95d2ebe55a4d1f7b2a75b74c5dbec577ebd3a85c740551c36',
      '9f96713896f39c3dff0ee841f47320c3f2983d33c341e009361bb0ebc79adc4e',
      'a7fe47fd23da57b9e0bec3f4a8ee65a2dc55782455ed7f2141d75ab5d2eaeef5',
      'aa648733047443eb1d07682c4ef287d36a54507b643ffdf38b09a3ef002c72a0',
      'aa9d941d6dfe3d0407e4b3ca0b9ec466030e260fbf1174094f68785680f66db6',
      'b1e37d333663c8851516a47364ef473da127f9caebe4417e6df6f5825a7e9a92',
      'bd7ba9dd3daa7c2f942c6ca8d4695a16bf9ac16b63615261c7982bc74f7ed20c',
      'c193d474f0a211191f2b4449d2d06157c689013035bd952f3b617e0ef422b176',
      'da456226c7b4c69e35dbe35dcee6623d912000a77816db7856a41af1c72a0264',
      'e935f9dc0501be523c8a8e1853c39432e1354e9ece717ae5998fd2371c4542c3',
      'ecbd158386c31ffe71d46f72d44d56e66331ab9b16cad649156d514368f23ab2',
      'f15c10084f9861b5e8414a48f18f8e4aadf51a98a59e72c16aa28281ca994672',
      'f68b891688e61bdc08b8d364d919ff0051e0b94657b39dcd027bc3173edb7cdc',
      'f843a8b08c2edeaf9b1582eed4f25441af21a297c22ff16bf76a662557aa9c9e',
      'fe0744a12353406de0ae8ccff0d0a4a666f00801a3db8fd04e7a5f761cd520e8',
      'ffd932c6796afadab6993ec96745918a8cb2444dbd392074f769db5ea40ab440',
    ],
  },
  {
    oldestMinor: 7,
    version: '1.7.0',
    hashes: [
      '0e90314a078d4e3f009520c8387aba8f74c3034645daa7a332a3d1bb81335756',
      '1285920a3f9a75f5d1acf59ab1b9da9ae6eb9a05884cd7674f95170c9cafa4de',
      '1565fd904f9571c430adca597771255cff4f92171486fced6f765dcbdfc8ec8d',
      '17ad9a681aca1704c55b9a5edcb495fa8f599e4655c9872b7f9cf3dc25890d48',
      '18a69f8e142a716310dd0af6d7db08992aed99e2606108732efde101e7c65e2a',
      '18bca8429d6632e2d3435055416d2d88f0309cc39709f4f6355c8d412cc61f24',
      '2b0e489613bc066051439df04c56777ec184b957d6810cb65f235083aef7a0dc',
      '538765a41198aa88cc089295b39c7322dd598f9ef1d52eaae12145c63bf9430a',
      '6516f36a2e95b3be27f171f12b641e443863f4ad5255d0fdcea6ae0be29bb912',
      '7515a5ba5ee9bfe956685909c5f28734c1cecd4ee813523363acfe3ca824883a',
      '7bf0b4bbd841b2397b6a8de15da9227f1164f6d43ceee971c50194eaed930a9d',
      '9e9571d831ad3c75b5fb6f3efcb71c471cf2a74ba84af6ac1c79ce00683bed4b',
      'a5036e918c6ba8fc4c4f1fd0207d81db634431a02f0dc2ba51b12fd793c8c9de',
      'a6f43a681c5025db1f1c0568069d1d1bad306a02e7c36144912b26d9c90e4724',
      'ad22e1095b9977af432465c1e09132ba176e18df3834b1efcab1a449346b350b',
      'bc8da67ade39d9e75608cdb8601d07e63a4e85966e0572c981f14e2cf42bcdef',
      'c7e8cf91f8f3f9b5fad844dd88427b85d398bda1e2a0cd65d5a21312fcbc0c6f',
      'd5be95b3946a4d7b388e45068c7b75036ac5a610f41014aee6cafcd5506423ad',
      'dc8a12ac8b97ef3d6973c6679a093138c7c9b03eb685f0e253269a195f651559',
      'f625e427f21423e5874139db529e18cb2966bdfcc1cb87a195538c5b34d163d1',
      'f6de2e6f24f62969e0f0ef682d78c98161c4dca29e9fb05df4d2989005005502',
    ],
  },
];

/**
 * The line of a requirements file that installs the debugpy for a Python, by its hashes.
 *
 * @param python `3.11.7`.
 * @throws DebugError `unsupported` for a Python that is too old
 */
export function pinnedDebugpy(python: string): string {
  const [, minor = 0] = python.split('.').map(Number);
  const pinned = PINNED.find(({ oldestMinor }) => minor >= oldestMinor);
  if (pinned === undefined) {
    const oldest = PINNED.at(-1)?.oldestMinor;
    throw new DebugError('unsupported', `Python ${python} is too old for any debugpy: 3.${oldest} is the oldest.`, {
      advice: `Use a Python from 3.${oldest} on.`,
    });
  }
  const { version, hashes } = pinned;
  return [`debugpy==${version}`, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(' ');
}
