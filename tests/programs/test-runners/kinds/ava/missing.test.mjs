import './not-there.mjs'; // @missing
