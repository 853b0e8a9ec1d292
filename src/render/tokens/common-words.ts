/** Words of code and of answers with six letters or more that are one token each, also behind a space, and with a capital. */
const WORDS = `
  active address anonymous answer append argument arguments attach attribute boolean branch buffer cached called caller change changed character
  characters closed column command compile condition config connection console constant constructor contains content context continue convert
  counter create created current currency datetime decode default define delete description different element elements enabled encode encoding
  entries equals errors escape evaluate exception execution exists expected export expression extend external factory failed failure fields
  filter finally finished forward frames function functions getter global handle header height helper hidden import include includes initial
  inline inside install installed instance instead integer internal invalid iterator joined labels length letter letters library loaded locale
  lookup making mapper marker masked master maximum member members merged message messages method methods minimum minute missing module modules
  months native nested normal nothing number numbers object objects offset option optional options original output outside parent parsed parser
  partial passed pattern payload pending position prefix pressed previous private process processor product program promise properties property
  protocol prototype public python quantity reading reason received record records reference register reject remove render replace report request
  require required resolve resolved response result results return returned returns reverse running schema schemas script search second seconds
  select selected server service session setter shared should signal single source spaces special standard started statement static status
  storage string strings struct styles subject success suffix support supported switch symbol system target template thread through timeout
  timestamp tokens transform undefined unknown update values variable variables version warning waiting without wrapped writer writes written
`;

/** True for the words that answers have most of, lower case. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
