package org.kpackworkbench.model.analysis.resolve.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;

/** What the dynamic linker finds, by the rules of ld.so(8). */
@DisabledOnOs(OS.WINDOWS)
class NeededLibrariesTest {
  private static final String B = "libneeded-b.so.1";
  private static final String C = "libneeded-c.so.1";

  @TempDir private Path folder;
  private Path root;

  @BeforeEach
  void realPath() throws IOException {
    root = folder.toRealPath();
  }

  private Path put(String fixture, String path) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.copy(Fixtures.path(fixture), file);
  }

  private NeededLibraries find(Path program, String libraryPath) throws IOException {
    return NeededLibraries.of(program, root, libraryPath, Progress.NONE);
  }

  private List<String> files(NeededLibraries found) {
    return found.files().stream().map(file -> root.relativize(file).toString()).toList();
  }

  private static List<String> missing(NeededLibraries found) {
    return found.missing().stream().map(each -> each.path().toString()).toList();
  }

  /** A RUNPATH is for what its own file needs, not for what that needs. */
  @Test
  void aRunpathIsNotInherited() throws IOException {
    Path program = put("needed-runpath.so", "bin/program");
    put("needed-b.so", "bin/lib/" + B);
    put("needed-c.so", "bin/lib/" + C);
    NeededLibraries found = find(program, "");
    assertThat(files(found)).containsExactly("bin/program", "bin/lib/" + B);
    assertThat(missing(found)).containsExactly(C);
    assertThat(found.missing().getFirst().failure()).hasMessageContaining(B + " needs it");
  }

  @Test
  void anRpathIs() throws IOException {
    Path program = put("needed-rpath.so", "bin/program");
    put("needed-b.so", "bin/lib/" + B);
    put("needed-c.so", "bin/lib/" + C);
    NeededLibraries found = find(program, "");
    assertThat(files(found)).containsExactly("bin/program", "bin/lib/" + B, "bin/lib/" + C);
    assertThat(missing(found)).isEmpty();
  }

  /** Each is loaded once, also where libraries need each other, or themselves. */
  @Test
  void librariesMayNeedEachOther() throws IOException {
    Path program = put("needed-rpath.so", "bin/program");
    put("needed-b.so", "bin/lib/" + B);
    put("needed-rpath.so", "bin/lib/" + C);
    assertThat(files(find(program, "")))
        .containsExactly("bin/program", "bin/lib/" + B, "bin/lib/" + C);
    Files.delete(root.resolve("bin/lib/" + B));
    put("needed-b.so", "bin/lib/" + C + ".other");
    Files.createSymbolicLink(root.resolve("bin/lib/" + B), Path.of(C + ".other"));
    Files.delete(root.resolve("bin/lib/" + C));
    Files.createSymbolicLink(root.resolve("bin/lib/" + C), Path.of(C + ".other"));
    assertThat(files(find(program, ""))).containsExactly("bin/program", "bin/lib/" + C + ".other");
  }

  /** A library that is loaded is what all others get that need one of its name. */
  @Test
  void whatIsLoadedIsNotLookedForAgain() throws IOException {
    Path program = put("needed-runpath.so", "bin/program");
    put("needed-b.so", "bin/lib/" + B);
    put("needed-c.so", "other/" + C);
    NeededLibraries found = find(program, "/other");
    assertThat(files(found)).containsExactly("bin/program", "bin/lib/" + B, "other/" + C);
    assertThat(missing(found)).isEmpty();
    put("needed-b.so", "usr/lib/" + B);
    assertThat(files(find(program, "/other"))).isEqualTo(files(found));
  }

  @Test
  void aLibraryIsKnownByItsSoname() throws IOException {
    Path library = put("needed-b.so", "bin/renamed.so");
    put("needed-c.so", "usr/lib/" + C);
    NeededLibraries found = find(library, "");
    assertThat(files(found)).containsExactly("bin/renamed.so", "usr/lib/" + C);
    assertThat(missing(found)).isEmpty();
  }

  /** RPATH comes before the variable, RUNPATH behind it. */
  @Test
  void theVariableIsBetween() throws IOException {
    put("needed-c.so", "usr/lib/" + C);
    put("needed-b.so", "other/" + B);
    Path runpath = put("needed-runpath.so", "bin/runpath");
    Path rpath = put("needed-rpath.so", "bin/rpath");
    Path plain = put("needed-plain.so", "bin/plain");
    put("needed-b.so", "bin/lib/" + B);
    assertThat(files(find(runpath, "/other"))).contains("other/" + B);
    assertThat(files(find(rpath, "/other"))).contains("bin/lib/" + B);
    assertThat(files(find(plain, "/other"))).contains("other/" + B, "usr/lib/" + C);
    assertThat(missing(find(plain, ""))).containsExactly(B);
  }

  @Test
  void theConfigurationIsReadWithWhatItIncludes() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/one/" + B);
    put("needed-c.so", "opt/two/" + C);
    Path etc = Files.createDirectories(root.resolve("etc/ld.so.conf.d"));
    Files.writeString(
        root.resolve("etc/ld.so.conf"), "include /etc/ld.so.conf.d/*.conf\n/opt/two # x\n");
    Files.writeString(etc.resolve("one.conf"), "/opt/one\n");
    assertThat(files(find(program, "")))
        .containsExactly("bin/program", "opt/one/" + B, "opt/two/" + C);
  }

  /** As in Fedora's configuration, and where a system keeps it elsewhere. */
  @Test
  void whatTheConfigurationIncludesCountsFromItsFolder() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/one/" + B);
    put("needed-c.so", "opt/two/" + C);
    Path etc = Files.createDirectories(root.resolve("etc/ld.so.conf.d")).getParent();
    Files.createDirectories(root.resolve("usr/share"));
    Files.createSymbolicLink(etc.resolve("ld.so.conf"), Path.of("/usr/share/ld.so.conf"));
    Files.writeString(
        root.resolve("usr/share/ld.so.conf"),
        "include ld.so.conf.d/o*.conf ld.so.conf.d/t*.conf\n");
    Files.writeString(etc.resolve("ld.so.conf.d/one.conf"), "/opt/one\n");
    Files.writeString(etc.resolve("ld.so.conf.d/two.conf"), "/opt/two\n");
    assertThat(files(find(program, "")))
        .containsExactly("bin/program", "opt/one/" + B, "opt/two/" + C);
  }

  /** A folder for processors of a level comes before the folder that it is in. */
  @Test
  void levelsOfProcessorsComeFirst() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/" + B);
    put("needed-c.so", "usr/lib/" + C);
    put("needed-b.so", "usr/lib/glibc-hwcaps/x86-64-v4/" + B);
    assertThat(files(find(program, "/opt"))).contains("opt/" + B);
    String libraryB = "opt/glibc-hwcaps/x86-64-v%d/" + B;
    String libraryC = "usr/lib/glibc-hwcaps/x86-64-v%d/" + C;
    for (int level = 2; level <= 4; level++) {
      put("needed-b.so", libraryB.formatted(level));
      put("needed-c.so", libraryC.formatted(level));
      assertThat(files(find(program, "/opt")))
          .containsExactly("bin/program", libraryB.formatted(level), libraryC.formatted(level));
    }
    put("needed-b.so", "opt/glibc-hwcaps/x86-64-v5/" + B);
    assertThat(files(find(program, "/opt"))).contains(libraryB.formatted(4));
  }

  /** Of another system the folder in which a program is started is not known: its root folder. */
  @Test
  void relativeFoldersCountFromWhereTheProgramIsStarted() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", B);
    put("needed-c.so", "opt/" + C);
    for (String path :
        List.of(":/none:opt", "/none::opt", "opt;", ".:../../opt", "./:bin/../opt")) {
      NeededLibraries found = find(program, path);
      assertThat(files(found)).as(path).containsExactly("bin/program", B, "opt/" + C);
      assertThat(found.startedIn()).as(path).contains(root);
    }
    assertThat(missing(find(program, ""))).containsExactly(B);
    assertThat(find(program, "").startedIn()).isEmpty();
    assertThat(find(program, "/none:/opt").startedIn()).isEmpty();
  }

  @Test
  void inThisSystemTheyCountFromTheCurrentFolder() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    Path library = put("needed-b.so", "opt/" + B);
    Path current = Path.of("").toRealPath();
    NeededLibraries found =
        NeededLibraries.of(
            program,
            current.getRoot(),
            current.relativize(library.getParent()).toString(),
            Progress.NONE);
    assertThat(found.files()).startsWith(program, library);
    assertThat(found.startedIn()).contains(Path.of("").toAbsolutePath());
  }

  @Test
  void tokensAreThoseOfTheSystem() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/lib64/" + B);
    put("needed-c.so", "bin/x86_64/" + C);
    String path = "/opt/$LIB:${ORIGIN}/$PLATFORM";
    assertThat(files(find(program, path)))
        .containsExactly("bin/program", "opt/lib64/" + B, "bin/x86_64/" + C);
    put("needed-b.so", "opt/lib/x86_64-linux-gnu/" + B);
    Files.createDirectories(root.resolve("usr/lib/x86_64-linux-gnu"));
    assertThat(files(find(program, path)))
        .containsExactly("bin/program", "opt/lib/x86_64-linux-gnu/" + B, "bin/x86_64/" + C);
    assertThat(missing(find(program, "/opt/$LIBRARY:/opt/${X}"))).containsExactly(B);
  }

  /** The linker reads its cache, and not the folders that ldconfig made it of. */
  @Test
  void theCacheCountsAndNotItsConfiguration() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/one/" + B);
    put("needed-c.so", "opt/new/" + C);
    put("ld.so.cache-new", "etc/ld.so.cache");
    Files.writeString(root.resolve("etc/ld.so.conf"), "/opt/one\n/opt/new\n");
    NeededLibraries stale = find(program, "");
    assertThat(files(stale)).containsExactly("bin/program", "opt/one/" + B);
    assertThat(missing(stale)).containsExactly(C);
    assertThat(stale.missing().getFirst().failure())
        .hasMessageContaining("opt/new/" + C)
        .hasMessageContaining("not in /etc/ld.so.cache; run ldconfig");
    put("needed-c.so", "usr/lib/" + C);
    assertThat(files(find(program, ""))).contains("usr/lib/" + C);
    put("needed-c.so", "opt/two/" + C);
    assertThat(files(find(program, "")))
        .containsExactly("bin/program", "opt/one/" + B, "opt/two/" + C);
    assertThat(files(find(program, "/opt/new")))
        .containsExactly("bin/program", "opt/one/" + B, "opt/new/" + C);
  }

  /** The linker passes over such lines; the other ones count. */
  @Test
  void linesOfTheConfigurationThatAreNoPathsAreNamed() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/one/" + B);
    put("needed-c.so", "opt/one/" + C);
    Path etc = Files.createDirectories(root.resolve("etc"));
    Path configuration =
        Files.writeString(
            etc.resolve("ld.so.conf"), "include /etc/[a\n/opt/a\0b\ninclude c\0d\n/opt/one\n");
    NeededLibraries found = find(program, "");
    assertThat(files(found)).containsExactly("bin/program", "opt/one/" + B, "opt/one/" + C);
    assertThat(found.missing())
        .allSatisfy(each -> assertThat(each.path()).isEqualTo(configuration))
        .extracting(each -> each.failure().getMessage())
        .satisfiesExactly(
            first -> assertThat(first).endsWith("found \"include /etc/[a\""),
            second -> assertThat(second).contains("found \"/opt/a").doesNotContain("\0"),
            third -> assertThat(third).contains("found \"include c").doesNotContain("\0"));
  }

  /** As ldconfig would make it, and what is wrong with it is said. */
  @Test
  void aDamagedCacheIsNamed() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/one/" + B);
    put("needed-c.so", "opt/one/" + C);
    Path etc = Files.createDirectories(root.resolve("etc"));
    Files.writeString(etc.resolve("ld.so.conf"), "/opt/one\n");
    Path cache = Files.writeString(etc.resolve("ld.so.cache"), "glibc-ld.so.cache1.0");
    NeededLibraries found = find(program, "");
    assertThat(files(found)).containsExactly("bin/program", "opt/one/" + B, "opt/one/" + C);
    assertThat(found.missing()).hasSize(1);
    assertThat(found.missing().getFirst().path()).isEqualTo(cache);
    assertThat(found.missing().getFirst().failure()).hasMessageContaining("version");
  }

  /** Absolute links count from the root of the other system. */
  @Test
  void linksStayBelowTheRoot() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/real-b");
    put("needed-c.so", "usr/lib/" + C);
    Files.createSymbolicLink(root.resolve("usr/lib").resolve(B), Path.of("/opt/real-b"));
    assertThat(files(find(program, "")))
        .containsExactly("bin/program", "opt/real-b", "usr/lib/" + C);
    Files.delete(root.resolve("usr/lib").resolve(B));
    Files.createSymbolicLink(root.resolve("usr/lib").resolve(B), Path.of(B));
    assertThat(missing(find(program, ""))).containsExactly(B);
  }

  /** As of {@code /opt/rocm}, which is a link to a link in {@code /etc/alternatives}. */
  @Test
  void linksOfFoldersStayBelowTheRoot() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "opt/rocm-7/lib/" + B);
    put("needed-c.so", "opt/rocm-7/lib/" + C);
    Path etc = Files.createDirectories(root.resolve("etc/alternatives"));
    Files.createSymbolicLink(etc.resolve("rocm"), Path.of("/opt/rocm-7"));
    Files.createSymbolicLink(root.resolve("opt/rocm"), Path.of("/etc/alternatives/rocm"));
    Files.createSymbolicLink(root.resolve("opt/up"), Path.of("../../../../../../../../opt/rocm-7"));
    Files.createSymbolicLink(root.resolve("opt/out"), root.resolve("opt/rocm-7"));
    Files.createSymbolicLink(root.resolve("opt/loop"), Path.of("/opt/loop/x"));
    String[] all = {"bin/program", "opt/rocm-7/lib/" + B, "opt/rocm-7/lib/" + C};
    assertThat(files(find(program, "/opt/rocm/lib"))).containsExactly(all);
    assertThat(files(find(program, "/opt/up/lib"))).containsExactly(all);
    assertThat(missing(find(program, "/opt/out/lib"))).contains(B);
    assertThat(missing(find(program, "/opt/loop/lib"))).contains(B);
    assertThat(NeededLibraries.inSystem(root, Path.of("/opt/rocm/lib/" + B)))
        .isEqualTo(root.resolve("opt/rocm-7/lib/" + B));
  }

  /** The program's folder is the one that links lead to, a library's the one it was found in. */
  @Test
  void originIsWhereALibraryWasFound() throws IOException {
    Path real = put("needed-b.so", "real/program");
    String bytes = Files.readString(real, StandardCharsets.ISO_8859_1);
    Files.writeString(real, bytes.replace(B, "libneeded-x.so.1"), StandardCharsets.ISO_8859_1);
    put("needed-runpath.so", "real/" + C);
    put("needed-b.so", "bin/lib/" + B);
    Path bin = root.resolve("bin");
    Path program = Files.createSymbolicLink(bin.resolve("program"), Path.of("../real/program"));
    Files.createSymbolicLink(bin.resolve(C), Path.of("../real/" + C));
    assertThat(files(find(program, "/bin")))
        .containsExactly("real/program", "real/" + C, "bin/lib/" + B);
    NeededLibraries beside = find(program, "$ORIGIN");
    assertThat(files(beside)).containsExactly("real/program", "real/" + C);
    assertThat(missing(beside)).containsExactly(B);
  }

  /** Paths that count from a library's folder are below the root, however the root is named. */
  @Test
  void theRootMayBeALink() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("needed-b.so", "own/" + B);
    put("needed-c.so", "own/" + C);
    String path = "$ORIGIN/../own";
    assertThat(files(find(program, path))).containsExactly("bin/program", "own/" + B, "own/" + C);
    Path link = Files.createSymbolicLink(folder.resolve("link"), root);
    assertThat(NeededLibraries.of(program, link, path, Progress.NONE).files())
        .isEqualTo(find(program, path).files());
  }

  /** What is no library, or one for another machine, is skipped. */
  @Test
  void onlyLibrariesOfTheSameMachineCount() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    put("libaarch64.so", "lib64/" + B);
    Files.writeString(Files.createDirectories(root.resolve("usr/lib64")).resolve(B), "text");
    put("needed-b.so", "lib/" + B);
    put("needed-c.so", "lib/" + C);
    assertThat(files(find(program, ""))).containsExactly("bin/program", "lib/" + B, "lib/" + C);
  }

  @Test
  void badProgramsAreRefused() throws IOException {
    assertThatThrownBy(() -> find(root.resolve("gone"), ""))
        .isInstanceOf(NoSuchFileException.class);
    Path text = Files.writeString(root.resolve("text"), "text");
    assertThatThrownBy(() -> find(text, "")).isInstanceOf(IOException.class);
  }

  @Test
  void itCanBeCancelled() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    assertThatThrownBy(() -> NeededLibraries.of(program, root, "", () -> true))
        .isInstanceOf(CancellationException.class);
  }

  /** There may be many folders, each of which is searched for the same library. */
  @Test
  void itCanBeCancelledBetweenFolders() throws IOException {
    Path program = put("needed-plain.so", "bin/program");
    AtomicInteger checks = new AtomicInteger();
    Progress later = () -> checks.incrementAndGet() > 500;
    assertThatThrownBy(() -> NeededLibraries.of(program, root, "/none:".repeat(1000), later))
        .isInstanceOf(CancellationException.class);
  }
}
