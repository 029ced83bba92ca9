package org.kpackworkbench.app.cli;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Debian's own tools, on roots of their own. Where they are not installed a test is skipped, unless
 * {@code KPACK_DPKG_REQUIRED} says that they must be there.
 */
record Dpkg(Path folder) {
  /** The end of a process. */
  record Ran(int status, String printed) {}

  /** Finds the tools; a test without them ends here. */
  static Dpkg in(Path folder) throws IOException {
    Dpkg dpkg = new Dpkg(folder);
    try {
      if (dpkg.run(List.of("dpkg-deb", "--version")).status() == 0) {
        return dpkg;
      }
    } catch (IOException missing) {
      if ("true".equals(System.getenv("KPACK_DPKG_REQUIRED"))) {
        fail("dpkg-deb is required", missing);
      }
    }
    return abort("dpkg-deb is not installed");
  }

  Ran run(List<String> command) throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      return new Ran(process.waitFor(), Files.readString(out, StandardCharsets.UTF_8));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
  }

  /** Runs Python; a status that is not 0 where there is none. */
  static Ran python(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    try {
      return new Dpkg(folder).run(command);
    } catch (IOException missing) {
      return new Ran(-1, String.valueOf(missing.getMessage()));
    }
  }

  /** Makes the root of a system that has the C library of a Debian and no other package. */
  Path newRoot() throws IOException {
    Path root = Files.createTempDirectory(folder, "root");
    Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
    Files.createDirectories(root.resolve("var/lib/dpkg/info"));
    Files.writeString(
        root.resolve("var/lib/dpkg/status"),
        """
        Package: libc6
        Status: install ok installed
        Version: 2.36-9
        Architecture: amd64
        Maintainer: Builder <builder@example.org>
        Description: C library

        """);
    return root;
  }

  /** Runs {@code dpkg} on a root. */
  Ran onRoot(Path root, String action, List<String> packages) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "dpkg",
                "--root=" + root,
                "--log=/dev/null",
                "--force-not-root",
                "--force-architecture",
                "--force-script-chrootless",
                action));
    command.addAll(packages);
    return run(command);
  }
}
