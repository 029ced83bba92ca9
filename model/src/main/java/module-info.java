/** Formats and operations: everything the program knows, without a screen. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.model {
  requires static transitive org.jspecify;
  requires com.github.luben.zstd_jni;
  requires msgpack.core;
  requires org.apache.commons.compress;
  requires org.snakeyaml.engine;
  requires org.tomlj;
  requires org.tukaani.xz;
  requires tools.jackson.core;

  exports org.kpackworkbench.model.format.ar;
  exports org.kpackworkbench.model.format.kpack;
  exports org.kpackworkbench.model.format.artifact;
  exports org.kpackworkbench.model.format.artifact.config;
  exports org.kpackworkbench.model.operation.merge;
  exports org.kpackworkbench.model.operation.overlay;
  exports org.kpackworkbench.model.operation.recombine;
  exports org.kpackworkbench.model.operation.split;
  exports org.kpackworkbench.model.operation.tar;
  exports org.kpackworkbench.model.base.bytes;
  exports org.kpackworkbench.model.format.codeobject;
  exports org.kpackworkbench.model.format.coff;
  exports org.kpackworkbench.model.format.container;
  exports org.kpackworkbench.model.base.config;
  exports org.kpackworkbench.model.base.demangle;
  exports org.kpackworkbench.model.format.database;
  exports org.kpackworkbench.model.analysis.diff;
  exports org.kpackworkbench.model.analysis.diff.archive;
  exports org.kpackworkbench.model.analysis.diff.export;
  exports org.kpackworkbench.model.analysis.diff.run;
  exports org.kpackworkbench.model.format;
  exports org.kpackworkbench.model.format.host;
  exports org.kpackworkbench.model.operation.edit;
  exports org.kpackworkbench.model.format.elf;
  exports org.kpackworkbench.model.format.elf.edit;
  exports org.kpackworkbench.model.operation.extract;
  exports org.kpackworkbench.model.base.finding;
  exports org.kpackworkbench.model.format.registry;
  exports org.kpackworkbench.model.format.log;
  exports org.kpackworkbench.model.operation.convert;
  exports org.kpackworkbench.model.format.hostonly;
  exports org.kpackworkbench.model.operation.restore;
  exports org.kpackworkbench.model.format.inspect;
  exports org.kpackworkbench.model.base.job;
  exports org.kpackworkbench.model.analysis.resolve;
  exports org.kpackworkbench.model.analysis.resolve.diagnose;
  exports org.kpackworkbench.model.analysis.resolve.log;
  exports org.kpackworkbench.model.analysis.resolve.process;
  exports org.kpackworkbench.model.analysis.resolve.simulate;
  exports org.kpackworkbench.model.analysis.resolve.tree;
  exports org.kpackworkbench.model.format.kpm;
  exports org.kpackworkbench.model.base.msgpack;
  exports org.kpackworkbench.model.base.output;
  exports org.kpackworkbench.model.format.offload;
  exports org.kpackworkbench.model.operation.pack;
  exports org.kpackworkbench.model.operation.archives;
  exports org.kpackworkbench.model.operation.describe;
  exports org.kpackworkbench.model.operation.hostonly;
  exports org.kpackworkbench.model.operation.output;
  exports org.kpackworkbench.model.base.place;
  exports org.kpackworkbench.model.base.query;
  exports org.kpackworkbench.model.format.registration;
  exports org.kpackworkbench.model.base.target;
  exports org.kpackworkbench.model.base.text;
  exports org.kpackworkbench.model.base.files;
  exports org.kpackworkbench.model.base.unpack;
  exports org.kpackworkbench.model.analysis.verify;
  exports org.kpackworkbench.model.analysis.verify.context;
  exports org.kpackworkbench.model.analysis.verify.coverage;
  exports org.kpackworkbench.model.analysis.verify.report;
  exports org.kpackworkbench.model.analysis.verify.run;

  uses org.kpackworkbench.model.format.database.DatabaseRecogniser;

  provides org.kpackworkbench.model.format.database.DatabaseRecogniser with
      org.kpackworkbench.model.format.database.known.AotritonDatabase,
      org.kpackworkbench.model.format.database.known.HipblasltDatabase,
      org.kpackworkbench.model.format.database.known.HipsparseltDatabase,
      org.kpackworkbench.model.format.database.known.MiopenDatabase,
      org.kpackworkbench.model.format.database.known.RocblasDatabase;
}
