package org.kpackworkbench.model.format.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;

/** The packages that files were installed with. */
class InstalledPackagesTest {
  private static final String MODULES = "usr/lib/python3/dist-packages";

  @TempDir private Path root;
  private Path status;
  private Path library;

  @BeforeEach
  void install() throws IOException {
    status = write("var/lib/dpkg/status", "Package: many\nStatus: install ok installed\n");
    write("var/lib/dpkg/info/many.list", "/usr\n/%s/many\n/%1$s/many/lib.so\n".formatted(MODULES));
    library = write(MODULES + "/many/lib.so", "");
  }

  private Path write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** The folder of Python's packages that Debian installs has descriptions of others. */
  @Test
  void findsOwnerBehindAnotherInstallation() throws IOException {
    write(MODULES + "/other.dist-info/METADATA", "Name: other\n");
    write(MODULES + "/other.dist-info/RECORD", "other/lib.so,,\n");
    Path other = write(MODULES + "/other/lib.so", "");
    InstalledPackages packages = new InstalledPackages();
    assertThat(packages.owner(library).orElseThrow().facts().name()).isEqualTo("many");
    assertThat(packages.owner(other).orElseThrow().facts().name()).isEqualTo("other");
    assertThat(packages.owner(write("opt/lib.so", ""))).isEmpty();
  }

  /** As {@code dpkg --unpack --root} leaves them. */
  @Test
  void findsPackagesThatWereOnlyUnpacked() throws IOException {
    write("var/lib/dpkg/status", "Package: many\nStatus: install ok unpacked\n");
    assertThat(new InstalledPackages().owner(library)).isPresent();
    write("var/lib/dpkg/status", "Package: many\nStatus: deinstall ok config-files\n");
    assertThat(new InstalledPackages().owner(library)).isEmpty();
  }

  /** Descriptions are much longer than lists, and most files belong to no package. */
  @Test
  void readsDescriptionsForListedFoldersOnly() throws IOException {
    try (RandomAccessFile large = new RandomAccessFile(status.toFile(), "rw")) {
      large.setLength(65L << 20);
    }
    InstalledPackages packages = new InstalledPackages();
    assertThat(packages.owner(write("opt/lib.so", ""))).isEmpty();
    assertThatThrownBy(() -> packages.owner(library)).isInstanceOf(FormatException.class);
  }

  @Test
  void findsOwnerInLongListsAmongOthers() throws IOException {
    write("var/lib/dpkg/info/a.list", "/usr/share/doc/a\n".repeat(70_000));
    Files.createDirectory(root.resolve("var/lib/dpkg/info/folder.list"));
    assertThat(new InstalledPackages().owner(library)).isPresent();
    write(
        "var/lib/dpkg/info/many.list",
        "/usr/share/doc/many\n".repeat(70_000) + "/%s/many/lib.so\n".formatted(MODULES));
    write("var/lib/dpkg/info/z.list", "/usr/share\n");
    assertThat(new InstalledPackages().owner(library)).isPresent();
    assertThat(new InstalledPackages().owner(write("opt/a/lib.so", ""))).isEmpty();
  }
}
