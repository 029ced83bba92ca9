package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.OddMember.Kind;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

@DisabledOnOs(OS.WINDOWS)
class OddMembersTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "a/b, c, false",
    "a/b, ../c, false",
    "a/b, ../../c, true",
    "a, ../c, true",
    "a, ./c/../d, false",
    "a/b, c/../../../d, true",
    "a/b, ../a/../c, false",
    "a, /etc/passwd, true",
    "a/b, .., false",
    "a, .., true",
  })
  void linksAreFollowedByTheirText(String member, String to, boolean outside) {
    assertThat(OddMember.leadsOutside(member, to)).isEqualTo(outside);
  }

  @Test
  void whatIsOddIsUnpackedAndSaid() throws IOException {
    Path artifact = Files.createDirectories(folder.resolve("x_lib_generic"));
    Path stage = Files.createDirectories(artifact.resolve("a/stage/bin"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "a/stage\n");
    Files.setAttribute(Files.writeString(stage.resolve("user"), "x"), "unix:mode", 04755);
    Files.setAttribute(Files.writeString(stage.resolve("both"), "x"), "unix:mode", 06711);
    Files.setAttribute(Files.writeString(stage.resolve("plain"), "x"), "unix:mode", 0755);
    Files.createSymbolicLink(stage.resolve("inside"), Path.of("../nothing"));
    Files.createSymbolicLink(stage.resolve("outside"), Path.of("../../../../etc"));
    Path shared = Files.createDirectory(stage.resolve("shared"));
    Files.setAttribute(shared, "unix:mode", 02775);
    Files.setAttribute(Files.createDirectory(stage.resolve("owned")), "unix:mode", 04755);
    Files.setAttribute(Files.createDirectory(stage.resolve("sticky")), "unix:mode", 01755);
    Path tar = folder.resolve("x_lib_generic.tar.zst");
    TarPack.write(artifact, tar, TarOptions.DEFAULT, Progress.NONE);

    PackedTree tree = PackedTree.open(tar, folder, UnpackBudget.operation(false), Progress.NONE);
    assertThat(tree.odd())
        .extracting(OddMember::member, OddMember::kind)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("a/stage/bin/user", Kind.SET_ID),
            org.assertj.core.groups.Tuple.tuple("a/stage/bin/both", Kind.SET_ID),
            org.assertj.core.groups.Tuple.tuple("a/stage/bin/shared/", Kind.SET_ID),
            org.assertj.core.groups.Tuple.tuple("a/stage/bin/owned/", Kind.SET_ID),
            org.assertj.core.groups.Tuple.tuple("a/stage/bin/outside", Kind.LINK_OUTSIDE));
    try (ArtifactInput input =
        ArtifactInput.open(tar, folder, UnpackBudget.operation(false), Progress.NONE)) {
      assertThat(input.findings())
          .allSatisfy(one -> assertThat(one.severity()).isEqualTo(Severity.WARNING))
          .extracting(OperationNote::message)
          .anyMatch(text -> text.contains("bin/user: it has mode 4755"))
          .anyMatch(text -> text.contains("bin/shared/: it is a folder with mode 2775: what is"))
          .anyMatch(text -> text.contains("bin/owned/: it is a folder with mode 4755: on some"))
          .anyMatch(text -> text.contains("bin/outside: it is a link to ../../../../etc"));
    }
  }
}
