export const industries = `
software: software
`;
