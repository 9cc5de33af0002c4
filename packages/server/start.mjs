// The entry of `npm start`, in plain JavaScript: an older Node cannot even read the TypeScript.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This is Node ${process.version}, and Moodreel runs on the Node 24 that it brings: use 'npm start'.\n`,
  );
  process.exit(1);
}
await import('./src/main.ts');
