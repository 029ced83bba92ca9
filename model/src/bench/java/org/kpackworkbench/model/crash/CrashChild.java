package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** One operation in a process of its own: {@code OPERATION DATA PLACE}. */
final class CrashChild {
  static final String BEGIN = "begin";
  static final String END = "end";
  static final String FAILED = "failed: ";

  private CrashChild() {}

  public static void main(String[] args) {
    CrashOperation operation = CrashOperation.valueOf(args[0]);
    mark(BEGIN);
    try {
      operation.run(new CrashData(Path.of(args[1])), new CrashPlace(Path.of(args[2])));
      mark(END);
    } catch (IOException failure) {
      mark(FAILED + failure.getMessage());
    }
  }

  /** Tells the process that waits. */
  static void mark(String what) {
    System.out.println(what);
    System.out.flush();
  }

  /**
   * The command line.
   *
   * @param before what is before the JVM, such as a tracer
   */
  static List<String> command(
      List<String> before, CrashOperation operation, CrashData data, CrashPlace place) {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        ChildJvm.command(
            List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // Files of the JVM's own are none of this.
                "-XX:-UsePerfData",
                // Nor is what zstd would unpack.
                "-Djava.library.path=" + data.libraries(),
                "-Djava.io.tmpdir=" + place.temporary()),
            CrashChild.class,
            List.of(
                KpackArchive.class,
                com.github.luben.zstd.Zstd.class,
                org.msgpack.core.MessagePack.class,
                org.apache.commons.compress.archivers.tar.TarArchiveEntry.class,
                byName("org.apache.commons.io.IOUtils"),
                byName("org.apache.commons.lang3.ArrayUtils"),
                org.snakeyaml.engine.v2.api.Load.class,
                org.tukaani.xz.XZInputStream.class,
                org.jspecify.annotations.Nullable.class),
            operation.name(),
            data.folder(),
            place.folder()));
    return command;
  }

  /** What commons-compress needs; this module does not read it. */
  private static Class<?> byName(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
