package org.kpackworkbench.views.analysis.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.views.spi.ViewContext;

/** The page of processes over a made-up {@code /proc}, for tests of other packages. */
public final class MadeProcesses {
  private MadeProcesses() {}

  /** Shows the page: one process that has mapped a library. */
  public static void show(ViewContext context, Path folder, Path library) {
    try {
      Path proc = folder.resolve("proc");
      if (!Files.exists(proc)) {
        Path process = Files.createDirectories(proc.resolve("4711/ns")).getParent();
        Files.createDirectories(proc.resolve("self/ns"));
        Files.writeString(proc.resolve("self/maps"), "");
        Files.createSymbolicLink(proc.resolve("self/ns/mnt"), Path.of("mnt:[1]"));
        Files.createSymbolicLink(process.resolve("ns/mnt"), Path.of("mnt:[1]"));
        Files.createSymbolicLink(process.resolve("root"), Path.of("/"));
        Files.createSymbolicLink(process.resolve("cwd"), Path.of("/"));
        Files.writeString(
            process.resolve("maps"),
            "1000-2000 r--p 00000000 fe:01 1 %s\n3000-4000 r--p 0 fe:01 2 /x.so (deleted)\n"
                .formatted(library));
        Files.writeString(process.resolve("cmdline"), "python\0train.py\0");
        Files.writeString(process.resolve("comm"), "python\n");
        Files.writeString(process.resolve("environ"), "ROCM_KPACK_DEBUG=1\0");
      }
      ProcFolder processes = new ProcFolder(proc);
      context.pages().show(ProcessPage.ID, () -> new ProcessPage(context, processes));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
