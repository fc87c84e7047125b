import { recordPicklistData } from './picklist-data-records.ts';

/** The picklists of jobs. Keys differ from labels, as they do at schools. One entry a line: key, label. */
const jobPicklistData = {
  job_type: `
FT Full-Time
PT Part-Time
FTTMP Full-Time, Temporary/Seasonal
PTTMP Part-Time, Temporary/Seasonal
INT Internship
COOP Co-op
SUM Summer Employment
OCS On-Campus Student Employment
WS Federal Work-Study
FELL Fellowship
POST Postgraduate/Entry-Level Program
RES Research Position
VOL Volunteer/Unpaid Experience
FREE Contract/Freelance
EXT Externship/Job Shadow`,
  job_function: `
101 Accounting/Auditing
102 Actuarial
103 Administrative/Clerical
104 Advertising
105 Agriculture/Farming
106 Architecture/Planning
107 Arts/Creative
108 Banking
109 Biotechnology/Life Sciences
110 Business Development
111 Community/Social Services
112 Construction/Trades
113 Consulting
114 Customer Service
115 Data/Analytics
116 Design/Graphics
117 Education/Teaching
118 Engineering - Chemical
119 Engineering - Civil
120 Engineering - Electrical
121 Engineering - Mechanical
122 Engineering - Other
123 Environmental/Sustainability
124 Event Planning
125 Finance/Investments
126 Food Service/Hospitality
127 Fundraising/Development
128 Government/Public Policy
129 Healthcare - Clinical
130 Healthcare - Administration
131 Nursing
132 Human Resources/Recruiting
133 Information Technology/Support
134 Insurance/Underwriting
135 Journalism/Writing/Editing
136 Laboratory/Research
137 Law Enforcement/Security
138 Legal
139 Library/Archives
140 Logistics/Supply Chain
141 Maintenance/Facilities
142 Management/Operations
143 Manufacturing/Production
144 Marketing
145 Media Production/Broadcasting
146 Product Management
147 Project Management
148 Public Relations/Communications
149 Quality Assurance
150 Real Estate
151 Retail/Merchandising
152 Sales
153 Social Media
154 Software Development
155 Sports/Recreation/Fitness
156 Transportation/Driving
157 Veterinary/Animal Care
158 Child Care
159 Translation/Interpretation
199 Other`,
  work_authorization: `
10 U.S. Citizen
20 Permanent Resident
30 F-1 Visa - Curricular Practical Training (CPT)
31 F-1 Visa - Optional Practical Training (OPT)
32 J-1 Visa - Academic Training
40 H-1B Visa
50 Employment Authorization Document (EAD)
60 Deferred Action (DACA)
70 TN Visa
80 Requires Sponsorship
90 Authorized to work in the United States
99 No Restriction`,
  degree_level: `
HS High School Diploma/GED
CERT Certificate
ASSOC Associate's
BACH Bachelor's
PBACC Post-Baccalaureate
MAST Master's
MBA Master of Business Administration
JD Juris Doctor (J.D.)
LLM Master of Laws (LL.M.)
MD Doctor of Medicine (M.D.)
PHD Doctorate (Ph.D.)
PDOC Postdoctoral`,
  class_level: `
C1 Freshman
C2 Sophomore
C3 Junior
C4 Senior
C5 Fifth Year
M1 Masters First Year
M2 Masters Second Year
G1 Graduate Student
P1 Doctoral Candidate
PD Postdoctoral Scholar
AL Alumni/Alumnae
ND Non-Degree`,
  industry: `
1010 Accounting
1020 Advertising, PR & Marketing
1030 Aerospace
1040 Agriculture
1050 Animal & Wildlife
1060 Architecture and Planning
1070 Automotive
1080 Biotech & Life Sciences
1090 Civil Engineering
1100 Commercial Banking & Credit
1110 Computer Networking
1120 Construction
1130 Defense
1140 Electronic & Computer Hardware
1150 Energy & Utilities
1160 Engineering & Construction
1170 Environmental Services
1180 Farming, Ranching and Fishing
1190 Fashion
1200 Food & Beverage
1210 Forestry
1220 Government - Local, State & Federal
1230 Government - Intelligence & Defense
1240 Healthcare
1250 Higher Education
1260 Hotels & Accommodation
1270 Human Resources
1280 Information Technology
1290 Insurance
1300 Interior Design
1310 International Affairs
1320 Internet & Software
1330 Investment Banking
1340 Investment/Portfolio Management
1350 Journalism, Media & Publishing
1360 K-12 Education
1370 Legal & Law Enforcement
1380 Library and Archives
1390 Management Consulting
1400 Manufacturing
1410 Medical Devices
1420 Movies, TV, Music
1430 Natural Resources
1440 Non-Profit & Social Services
1450 Performing and Fine Arts
1460 Pharmaceuticals
1470 Politics
1480 Real Estate
1490 Religious Work
1500 Research
1510 Restaurants & Food Service
1520 Retail Stores
1530 Scientific and Technical Consulting
1540 Sports & Leisure
1550 Staffing & Recruiting
1560 Summer Camps/Outdoor Recreation
1570 Telecommunications
1580 Tourism
1590 Transportation & Logistics
1600 Veterinary
1610 Wholesale Trade
1990 Other Industries`,
} as const satisfies Record<string, string>;

export const picklistData = { ...jobPicklistData, ...recordPicklistData } as const;

export type PicklistName = keyof typeof picklistData;
