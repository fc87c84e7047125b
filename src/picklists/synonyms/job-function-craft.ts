export const functionsOfCraft = `
nursing: nursing
`;
