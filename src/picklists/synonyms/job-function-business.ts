export const functionsOfBusiness = `
accounting: accounting
`;
