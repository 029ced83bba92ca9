/** Formats and operations: everything the program knows, without a screen. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.model {
  requires static transitive org.jspecify;
  requires com.github.luben.zstd_jni;
  requires msgpack.core;

  exports org.kpackworkbench.model.text;
}
