/** The direction of imports: contract < server | web; the engine in the film worker's process only. See ARCHITECTURE.md. */
const layers = ['math', 'face', 'rig', 'expression', 'render', 'video', 'platform'];

/** One rule a layer of the engine: it imports only from layers before it. */
const engineLayers = layers.slice(0, -1).map((layer, i) => ({
  name: `engine-layer-${layer}`,
  comment: layers.join(' < '),
  severity: 'error',
  from: { path: `^packages/engine/src/${layer}/`, pathNot: '\\.(test|bench)\\.ts$' },
  to: { path: `^packages/engine/src/(${layers.slice(i + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'engine-knows-nobody',
      severity: 'error',
      from: { path: '^packages/engine' },
      to: { path: '^packages/(contract|server|web)' },
    },
    {
      name: 'engine-core-is-pure',
      comment: 'sharp, LiteRT, FFmpeg, canvas, Node and the DOM live in src/platform only.',
      severity: 'error',
      from: {
        path: '^packages/engine/src/(math|face|rig|expression|render|video)/',
        pathNot: '\\.(test|bench)\\.ts$',
      },
      to: {
        path: '(^packages/engine/src/platform|^node_modules)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'engine-core-no-node',
      severity: 'error',
      from: {
        path: '^packages/engine/src/(math|face|rig|expression|render|video)/',
        pathNot: '\\.(test|bench)\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    ...engineLayers,
    {
      name: 'engine-in-the-film-worker-only',
      comment: 'The test compares what the contract says of the engine with the engine.',
      severity: 'error',
      from: {
        path: '^packages/(contract|server|web)/',
        pathNot: '^packages/server/src/renders/(film-worker-process|film-settings\\.test)\\.ts$',
      },
      to: { path: '^packages/engine/' },
    },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      from: { path: '^packages/contract' },
      to: { path: '^packages/(server|web)' },
    },
    {
      name: 'server-and-web-never-meet',
      severity: 'error',
      from: { path: '^packages/server' },
      to: { path: '^packages/web' },
    },
    {
      name: 'web-and-server-never-meet',
      severity: 'error',
      from: { path: '^packages/web' },
      to: { path: '^packages/server' },
    },
    {
      name: 'test-support-in-tests-only',
      severity: 'error',
      from: { path: '^packages/', pathNot: '(\\.test\\.tsx?$|^packages/[^/]+/test/)' },
      to: { path: '^packages/[^/]+/test/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist/|/build/|kernels/assembly/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
