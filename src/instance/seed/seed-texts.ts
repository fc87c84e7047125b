/** Words that made-up people, employers and places are put together from. */
const words = (text: string) => text.trim().split(/\s+/);
const lines = (text: string) => text.trim().split('\n');

export const firstNames = words(`
Abel Ada Aisha Alma Amara Anika Ansel Anya Arlo Asa Astrid Ayla Basil Beatrix Bodhi Bram Briar Calla Caspian Cato
Celeste Chidi Clio Cora Cyrus Dalia Dario Della Dev Dorian Edda Elio Elspeth Ember Emeka Enzo Esme Ezra Fabian Farah
Fern Finn Flora Freya Gael Gemma Giulia Greta Hana Harlan Hazel Hugo Ibrahim Ida Imani Inez Ingrid Iris Isaac Ivo
Jada Jasper Jonas Juno Kaia Kenji Kiran Lars Leila Leo Linnea Lior Lucia Mabel Magnus Maeve Malik Marisol Mateo Mila
Mira Nadia Naomi Nico Nils Noor Odette Olive Omar Orla Oscar Otis Paloma Petra Phoebe Priya Quinn Rafael Ravi Remy
Rhea Rosa Rowan Ruben Sabine Samir Saskia Selma Silas Sofia Soren Tamsin Tariq Tessa Thea Theo Uma Vera Viggo Wanda
Willa Xavi Yara Yusuf Zara Zelda Zora`);

export const lastNames = words(`
Abernethy Adeyemi Ahlgren Albright Amari Ansbach Appleyard Arkwright Ashdown Aveline Bancroft Barrow Beaumont Bellweather
Birchall Blackwood Bramble Brightwater Calderwood Carrow Castellan Chandra Clearwater Coldwell Copperfield Cordova
Crestwood Dalgaard Darrow Delacroix Dunmore Eastwick Eberhart Elmsworth Fairbairn Fallow Farrow Fenwick Finchley
Fontaine Foxglove Galloway Garnet Glasswright Goodfellow Greenhalgh Grimaldi Hale Harrow Hartwell Hawthorne Heatherly
Hollis Holloway Ibarra Ironside Ishikawa Jansky Kaminski Kestrel Kingsley Kowalczyk Lark Larkspur Lindqvist Lockhart
Lovelock Maddox Marchetti Marlowe Meadows Mbeki Montrose Moravec Nakagawa Nightingale Norwood Oakley Okafor Olander
Osterman Pemberton Penhallow Petrov Pinecrest Quill Quintero Rainier Ravenscroft Redfern Rosario Rowntree Rutherford
Sandoval Seabrook Silverstone Solano Starling Stonebridge Summerfield Tanager Thackeray Thornbury Underhill Vasquez
Verhoeven Wakefield Waverly Westerberg Whitlock Wildwood Winterbourne Yamada Yarrow Zielinski`);

export const employerFirsts = words(`
Alder Amberline Apex Arbor Aspen Atlas Auburn Beacon Birch Bluestone Bridgeway Brookfield Cascade Cedar Chestnut
Clearview Cobalt Compass Copper Coral Cornerstone Crescent Crown Daybreak Delta Driftwood Eastgate Echo Elmwood Ember
Evergreen Falcon Ferncliff Fieldstone Foxhill Frontier Garnet Gateway Glacier Granite Harbor Hawthorn Heron Highland
Horizon Hollow Indigo Ironwood Juniper Keystone Lakeshore Lantern Larch Lighthouse Linden Lodestar Maple Marble Meadow
Meridian Millstone Monarch Northwind Oakridge Obsidian Onyx Orchard Osprey Pinnacle Prairie Quarry Redwood Ridgeline
Riverbend Sable Saffron Sequoia Silver Slate Solstice Spruce Sterling Summit Sunrise Tamarack Terrace Thistle Tidewater
Timber Trailhead Umbra Valley Vanguard Verdant Vista Westbrook Willow Windmill Wren Zenith`);

export const employerSeconds = words(`
Accounting Advisors Aerospace Analytics Architects Audio Bank Biologics Bionics Books Brewing Builders Capital Carriers
Ceramics Clinics Coffee Commons Components Consulting Cooperative Credit Dairy Data Dental Design Devices Diagnostics
Dynamics Electric Energy Engineering Farms Films Financial Fitness Foods Forestry Foundation Freight Furniture Games
Gardens Genomics Glass Grocers Health Homes Hotels Imaging Industries Instruments Insurance Interiors Labs Learning
Legal Logistics Machines Manufacturing Marine Markets Materials Media Medical Metals Mills Mobility Motors Museum Music
Networks Optics Outfitters Paper Partners Pharma Plastics Press Produce Properties Publishing Realty Recycling Research
Robotics Schools Securities Seeds Semiconductors Software Solar Staffing Studios Surveying Systems Telecom Textiles
Theater Tools Toys Transit Travel Utilities Water Wellness Works`);

export const employerEnds = ['', '', '', ' Inc.', ' LLC', ' Group', ' Company', ' Associates'];

export type Place = {
  readonly city: string;
  readonly state: string;
  readonly label: string;
  readonly zip: string;
};

/** City, coded state, the state's name, the first digits of a zip code. */
export const places: readonly Place[] = lines(`
Ann Arbor|US-MI|Michigan|481
Asheville|US-NC|North Carolina|288
Austin|US-TX|Texas|787
Boise|US-ID|Idaho|837
Boulder|US-CO|Colorado|803
Burlington|US-VT|Vermont|054
Chicago|US-IL|Illinois|606
Cleveland|US-OH|Ohio|441
Davis|US-CA|California|956
Duluth|US-MN|Minnesota|558
Eugene|US-OR|Oregon|974
Ithaca|US-NY|New York|148
Lawrence|US-KS|Kansas|660
Madison|US-WI|Wisconsin|537
Missoula|US-MT|Montana|598
Pittsburgh|US-PA|Pennsylvania|152
Portland|US-ME|Maine|041
Providence|US-RI|Rhode Island|029
Santa Fe|US-NM|New Mexico|875
Savannah|US-GA|Georgia|314
Spokane|US-WA|Washington|992
Tucson|US-AZ|Arizona|857`).map((line) => {
  const [city = '', state = '', label = '', zip = ''] = line.split('|');
  return { city, state, label, zip };
});

export const streets = words(`
Acorn Ash Bay Bluff Canal Chapel Cherry College Depot Dock Elm Ferry Foundry Garden Grove Hill Lake Main Maple Market
Mill Oak Orchard Park Pearl Pine Pond Prospect Quarry River School Spring State Summit Union Walnut Water Willow`);

export const positionTitles = lines(`
Accounting Intern
Administrative Assistant
Biology Lab Assistant
Business Analyst
Civil Engineer I
Community Outreach Coordinator
Data Analyst
Editorial Assistant
Electrical Engineer
Event Assistant
Financial Analyst
Graphic Designer
Junior Software Developer
Legal Assistant
Marketing Intern
Mechanical Engineering Co-op
Museum Educator
Registered Nurse
Research Assistant
Sales Associate
Substitute Teacher
Sustainability Fellow
User Experience Intern
Warehouse Supervisor`);
