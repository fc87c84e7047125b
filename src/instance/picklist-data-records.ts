/** Picklists of people and organizations, as `picklist-data.ts` has those of jobs. */
export const recordPicklistData = {
  account_manager: `
am01 Whitfield, Dana
am02 Okonkwo, Chidi
am03 Marsh, Eleanor
am04 Ito, Kenji
am05 Solano, Beatriz`,
  employer_type: `
et1 Direct Employer
et2 Third-Party Recruiter
et3 Staffing Agency
et4 University Department
et5 Government Agency`,
  contact_type: `
1 Recruiter
2 Hiring Manager
3 Human Resources
4 Alumni Contact
5 Billing Contact
6 Internship Supervisor`,
  registration_type: `
1 Standard Registration
2 Career Fair Registration
3 On-Campus Recruiting
4 Third-Party Registration`,
  service: `
jobs Job Postings
ocr On-Campus Recruiting
fairs Career Fairs
books Resume Books
info Information Sessions
mentor Mentoring`,
  network: `
nw01 Prairie States Recruiting Network
nw02 Coastal Career Exchange
nw03 Liberal Arts Consortium`,
  network_status: `
unverified Unverified
verified Verified
rejected Rejected`,
  affiliation: `
as Arts & Sciences
eng School of Engineering
bus School of Business
law School of Law
med School of Medicine
cont Continuing Studies`,
  account_blocked: `
0 Unblocked
1 Blocked
2 Soft Block`,
  applicant_type: `
ug Undergraduate
gr Graduate
al Alumnus/Alumna
ex Exchange
ce Continuing Education`,
  certificate: `
ct01 Data Science
ct02 Teaching English as a Second Language
ct03 Nonprofit Management
ct04 Geographic Information Systems
ct05 Public Health
ct06 Project Management`,
  gender: `
f Female
m Male
n Non-binary
u Prefer not to say`,
  geographic_preference: `
ne Northeast
mw Midwest
so South
we West
in International
re Remote`,
  language_proficiency: `
spa Spanish
fra French
deu German
zho Chinese (Mandarin)
jpn Japanese
ara Arabic
por Portuguese
rus Russian
asl American Sign Language`,
  major: `
m101 Accounting
m102 Anthropology
m103 Art History
m104 Biology
m105 Business Administration
m106 Chemical Engineering
m107 Chemistry
m108 Civil Engineering
m109 Communication
m110 Computer Science
m111 Economics
m112 Electrical Engineering
m113 English
m114 Environmental Studies
m115 Finance
m116 Gender Studies
m117 Geography
m118 History
m119 Linguistics
m120 Marketing
m121 Mathematics
m122 Mechanical Engineering
m123 Music
m124 Nursing
m125 Philosophy
m126 Physics
m127 Political Science
m128 Psychology
m129 Sociology
m130 Statistics`,
  practice_area: `
p01 Administrative Law
p02 Antitrust
p03 Bankruptcy
p04 Civil Rights
p05 Corporate
p06 Criminal Law
p07 Environmental Law
p08 Family Law
p09 Immigration
p10 Intellectual Property
p11 Labor and Employment
p12 Litigation
p13 Public Interest
p14 Real Estate
p15 Tax`,
  minor: `
n101 African Studies
n102 Computer Science
n103 Creative Writing
n104 Dance
n105 Economics
n106 Film Studies
n107 French
n108 Journalism
n109 Mathematics
n110 Philosophy
n111 Spanish
n112 Theater`,
  program_type: `
day Day Program
eve Evening Program
onl Online Program
dual Dual Degree
exec Executive Program`,
  student_right: `
jobs View Job Postings
apply Apply to Jobs
ocr On-Campus Recruiting
books Join Resume Books
mock Schedule Mock Interviews
fairs Register for Career Fairs
net View Networking Contacts`,
  student_status: `
enr Enrolled
loa Leave of Absence
grd Graduated
wd Withdrawn`,
  school: `
s1 College of Arts & Sciences
s2 School of Engineering
s3 School of Business
s4 School of Education
s5 School of Public Health
s6 Graduate School`,
  campus: `
main Main Campus
north North Campus
city City Center
online Online`,
  college: `
col1 College of Arts & Sciences
col2 College of Engineering
col3 College of Business
col4 College of Education
col5 College of Health`,
  department: `
d01 Biology
d02 Chemistry
d03 Computer Science
d04 Economics
d05 English
d06 History
d07 Mathematics
d08 Mechanical Engineering
d09 Nursing
d10 Physics
d11 Psychology`,
  faculty_type: `
1 Professor
2 Associate Professor
3 Assistant Professor
4 Lecturer
5 Adjunct
6 Emeritus`,
  staff_right: `
counseling Counseling and Advising
jobs Manage Job Postings
employers Manage Employers
students Manage Students
events Manage Events
reports Run Reports
system System Settings`,
  staff_group: `
g1 Administrators
g2 Career Counselors
g3 Employer Relations
g4 Student Workers`,
  location: `
loc1 Career Center, Main Hall
loc2 Engineering Annex
loc3 Business Library
loc4 Virtual`,
  award: `
ba Bachelor of Arts
bs Bachelor of Science
ma Master of Arts
ms Master of Science
phd Doctor of Philosophy
cert Certificate of Completion`,
  study_mode: `
full Full-Time
part Part-Time
dist Distance`,
  employer_size: `
xs 1-10
s 11-50
m 51-250
l 251-1,000
xl More than 1,000`,
} as const satisfies Record<string, string>;
