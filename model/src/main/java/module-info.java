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

  exports org.kpackworkbench.model.ar;
  exports org.kpackworkbench.model.archive;
  exports org.kpackworkbench.model.artifact;
  exports org.kpackworkbench.model.artifact.config;
  exports org.kpackworkbench.model.artifact.merge;
  exports org.kpackworkbench.model.artifact.overlay;
  exports org.kpackworkbench.model.artifact.recombine;
  exports org.kpackworkbench.model.artifact.split;
  exports org.kpackworkbench.model.artifact.tar;
  exports org.kpackworkbench.model.base.bytes;
  exports org.kpackworkbench.model.base.config;
  exports org.kpackworkbench.model.base.demangle;
  exports org.kpackworkbench.model.base.files;
  exports org.kpackworkbench.model.base.finding;
  exports org.kpackworkbench.model.base.job;
  exports org.kpackworkbench.model.base.msgpack;
  exports org.kpackworkbench.model.base.place;
  exports org.kpackworkbench.model.base.query;
  exports org.kpackworkbench.model.base.target;
  exports org.kpackworkbench.model.base.text;
  exports org.kpackworkbench.model.base.unpack;
  exports org.kpackworkbench.model.codeobject;
  exports org.kpackworkbench.model.coff;
  exports org.kpackworkbench.model.database;
  exports org.kpackworkbench.model.diff;
  exports org.kpackworkbench.model.diff.archive;
  exports org.kpackworkbench.model.diff.export;
  exports org.kpackworkbench.model.diff.run;
  exports org.kpackworkbench.model.document;
  exports org.kpackworkbench.model.edit;
  exports org.kpackworkbench.model.elf;
  exports org.kpackworkbench.model.elf.edit;
  exports org.kpackworkbench.model.extract;
  exports org.kpackworkbench.model.format;
  exports org.kpackworkbench.model.hostonly;
  exports org.kpackworkbench.model.hostonly.restore;
  exports org.kpackworkbench.model.inspect;
  exports org.kpackworkbench.model.loader;
  exports org.kpackworkbench.model.loader.log;
  exports org.kpackworkbench.model.loader.process;
  exports org.kpackworkbench.model.manifest;
  exports org.kpackworkbench.model.offload;
  exports org.kpackworkbench.model.pack;
  exports org.kpackworkbench.model.registration;
  exports org.kpackworkbench.model.verify;
  exports org.kpackworkbench.model.verify.around;
  exports org.kpackworkbench.model.verify.coverage;
  exports org.kpackworkbench.model.verify.report;
  exports org.kpackworkbench.model.verify.run;

  uses org.kpackworkbench.model.database.DatabaseRecogniser;

  provides org.kpackworkbench.model.database.DatabaseRecogniser with
      org.kpackworkbench.model.database.known.AotritonDatabase,
      org.kpackworkbench.model.database.known.HipblasltDatabase,
      org.kpackworkbench.model.database.known.HipsparseltDatabase,
      org.kpackworkbench.model.database.known.MiopenDatabase,
      org.kpackworkbench.model.database.known.RocblasDatabase;
}
