/**
 * Formats and operations: everything the program knows, without a screen. Other programs can use it
 * as a library; {@link org.kpackworkbench.model.format} is where to begin.
 */
@SuppressWarnings("module") // Modules that exports name are compiled after this one.
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.model {
  requires static transitive org.jspecify;
  requires com.github.luben.zstd_jni;
  requires java.sql;
  requires msgpack.core;
  requires org.apache.commons.compress;
  requires org.snakeyaml.engine;
  requires org.tomlj;
  requires org.tukaani.xz;
  requires org.xerial.sqlitejdbc;
  requires tools.jackson.core;

  // The library: what other programs may rely on. A test checks that no public signature here
  // mentions a type of another package.
  exports org.kpackworkbench.model.base.bytes;
  exports org.kpackworkbench.model.base.finding;
  exports org.kpackworkbench.model.base.job;
  exports org.kpackworkbench.model.base.msgpack;
  exports org.kpackworkbench.model.base.output;
  exports org.kpackworkbench.model.base.place;
  exports org.kpackworkbench.model.base.query;
  exports org.kpackworkbench.model.base.target;
  exports org.kpackworkbench.model.base.unpack;
  exports org.kpackworkbench.model.format;
  exports org.kpackworkbench.model.format.artifact;
  exports org.kpackworkbench.model.format.coff;
  exports org.kpackworkbench.model.format.elf;
  exports org.kpackworkbench.model.format.host;
  exports org.kpackworkbench.model.format.hostonly;
  exports org.kpackworkbench.model.format.image;
  exports org.kpackworkbench.model.format.kpack;
  exports org.kpackworkbench.model.format.offload;
  exports org.kpackworkbench.model.format.registry;
  exports org.kpackworkbench.model.operation.archives;
  exports org.kpackworkbench.model.operation.convert;
  exports org.kpackworkbench.model.operation.describe;
  exports org.kpackworkbench.model.operation.hostonly;
  exports org.kpackworkbench.model.operation.output;
  exports org.kpackworkbench.model.analysis.library;
  exports org.kpackworkbench.model.analysis.verify.coverage;
  exports org.kpackworkbench.model.analysis.verify.run;

  // For this program only; may change at any time.
  exports org.kpackworkbench.model.base.config to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.base.demangle to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.base.files to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.base.members to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.base.text to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.ar to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.artifact.config to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.codeobject to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.container to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.database to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.elf.edit to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.inspect to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.kpm to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.log to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.packages to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.registration to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.aotriton to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.kernelprovider to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.miopen to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.sqlite to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.format.tensile to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.edit to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.database to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.extract to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.merge to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.overlay to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.pack to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.packages to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.prune to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.recombine to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.restore to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.split to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.estimate to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.advise to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.wheel to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.operation.tar to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.contents to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.diff to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.diff.archive to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.diff.assembly to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.diff.export to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.diff.manifest to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.diff.run to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.doctor to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve.answer to
      org.kpackworkbench.app,
      org.kpackworkbench.views;
  exports org.kpackworkbench.model.analysis.resolve.diagnose to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve.log to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve.process to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve.report to
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve.simulate to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.resolve.tree to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.verify to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.verify.cause to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.verify.context to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.verify.grid to
      org.kpackworkbench.views,
      org.kpackworkbench.app;
  exports org.kpackworkbench.model.analysis.verify.report to
      org.kpackworkbench.views,
      org.kpackworkbench.app;

  uses org.kpackworkbench.model.format.database.DatabaseRecogniser;
  uses org.kpackworkbench.model.operation.prune.Loads;

  provides org.kpackworkbench.model.operation.prune.Loads with
      org.kpackworkbench.model.analysis.resolve.answer.SimulatedLoads;
  provides org.kpackworkbench.model.format.database.DatabaseRecogniser with
      org.kpackworkbench.model.format.database.known.AotritonDatabase,
      org.kpackworkbench.model.format.database.known.MiopenDatabase,
      org.kpackworkbench.model.format.database.known.PatternDatabase.ComposableKernel,
      org.kpackworkbench.model.format.database.known.PatternDatabase.HipKernelProvider,
      org.kpackworkbench.model.format.database.known.PatternDatabase.HotswapCache,
      org.kpackworkbench.model.format.database.known.PatternDatabase.Rocfft,
      org.kpackworkbench.model.format.database.known.TensileLibrary.Hipblaslt,
      org.kpackworkbench.model.format.database.known.TensileLibrary.Hipsparselt,
      org.kpackworkbench.model.format.database.known.TensileLibrary.Rocblas;
}
