export function fetchWeights(root: string, npm: (args: string[]) => void): void;
