/**
 * A job as found in a feed, in schema.org JobPosting words. Adapters fill it with what is in the source, untouched but for
 * decoding (character set, XML, JSON); nothing here is interpreted. An absent value is an absent field, never an empty string.
 */
export type RawListing = {
  /** The source's own id, always a string (leading zeros and 64-bit numbers survive). */
  identifier?: string;
  /** Requisition or reference number that applicants see; may repeat. */
  requisition?: string;
  title?: string;
  /** HTML or text as found, 0 to 3 layers of escaping included. */
  description?: string;
  /** Further parts of the description with their own headings, in the order of the source. */
  sections?: readonly RawSection[];
  /** The posting's page. */
  url?: string;
  /** Where to apply, when the source tells it apart from the page. */
  applyUrl?: string;
  /** What the source says of applying in words; it comes last in the text. */
  howToApply?: string;
  datePosted?: string | number;
  validThrough?: string | number;
  /** The order of day and month that the format writes in digits; the feed's definition wins. */
  dateOrder?: 'dmy' | 'mdy';
  jobStartDate?: string | number;
  /** Words of the source for employment type, contract, schedule: one string each. */
  employmentType?: readonly string[];
  company?: RawCompany;
  jobLocation?: readonly RawPlace[];
  /** Words of the source for the workplace: `TELECOMMUTE`, `Hybrid remote`, `true` of a remote flag is given as `remote`. */
  workplace?: readonly string[];
  applicantLocationRequirements?: readonly string[];
  /** One readable string, or its parts. */
  baseSalary?: string | RawSalary;
  qualifications?: string;
  educationRequirements?: string;
  experienceRequirements?: string;
  skills?: string;
  responsibilities?: string;
  benefits?: string;
  workAuthorization?: readonly string[];
  classLevel?: readonly string[];
  /** Employer's industry words or codes. */
  industry?: readonly string[];
  /** Category, department, function words or codes. */
  occupationalCategory?: readonly string[];
  totalJobOpenings?: string | number;
  /** Hours per week as written: `40`, `15-20 hours`. */
  workHours?: string | number;
  duration?: string;
  travel?: string;
  contact?: RawContact;
  language?: string;
  /** Why the source itself says that this row is not to be shown: `status is Inactive`, `isListed is false`. */
  inactive?: string;
  /** The format gives the description only by a call of its own, which was not made. */
  needsDetail?: boolean;
  /** What else the adapter noticed, for people: `two different texts under one id`. */
  notes?: readonly string[];
};

export type RawSection = { readonly heading?: string; readonly body: string };

export type RawCompany = {
  name?: string;
  division?: string;
  url?: string;
  description?: string;
  street?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
};

/** A place in parts, or as one string (`text`), or both. */
export type RawPlace = {
  text?: string;
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
};

export type RawSalary = {
  text?: string;
  min?: string | number;
  max?: string | number;
  value?: string | number;
  currency?: string;
  /** `HOUR`, `PA`, `per month`, as written. */
  unit?: string;
  /** The numbers are hundredths of the currency's unit (Greenhouse). */
  cents?: boolean;
};

export type RawContact = { name?: string; email?: string; phone?: string; title?: string };
