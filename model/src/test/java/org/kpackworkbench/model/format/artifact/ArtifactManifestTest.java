package org.kpackworkbench.model.format.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.FormatException;

class ArtifactManifestTest {
  @TempDir Path temp;

  private static ArtifactManifest parse(String text) throws FormatException {
    return ArtifactManifest.parse("m", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void onePrefixALine() throws Exception {
    assertThat(
            parse("math-libs/rocRAND/stage\n\n  math-libs/hipRAND/stage \r\n./a b/é/\n").prefixes())
        .containsExactly("math-libs/rocRAND/stage", "math-libs/hipRAND/stage", "a b/é");
  }

  @Test
  void aPrefixThatStandsTwiceIsOne() throws Exception {
    assertThat(parse("a/stage\na/stage/\n").prefixes()).containsExactly("a/stage");
  }

  @ParameterizedTest
  @CsvSource({
    "../x, leads out of it",
    "a/../../x, leads out of it",
    "a\\..\\x, leads out of it",
    "/etc, is an absolute path",
    "C:\\x, is an absolute path",
    "., is the artifact itself"
  })
  void aPrefixDoesNotLeaveTheArtifact(String prefix, String words) {
    assertThatThrownBy(() -> parse("good/stage\n" + prefix + "\n"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining(prefix)
        .hasMessageContaining(words);
  }

  @Test
  void anEmptyManifestIsAnError() {
    assertThatThrownBy(() -> parse("\n \n"))
        .hasMessageContaining("at least one stage prefix")
        .hasMessageContaining("found none");
  }

  @Test
  void onePrefixInAnotherIsAnError() {
    assertThatThrownBy(() -> parse("a/stage\na/stage/inner\n"))
        .hasMessageContaining("a/stage/inner")
        .hasMessageContaining("lies in \"a/stage\"");
  }

  @Test
  void bytesThatAreNoTextAreAnError() {
    assertThatThrownBy(() -> ArtifactManifest.parse("m", new byte[] {'a', (byte) 0xff}))
        .hasMessageContaining("UTF-8");
  }

  @Test
  void writtenAsItIsRead() throws Exception {
    ArtifactManifest manifest = parse("b/stage\na/stage\n");
    assertThat(new String(manifest.encode(), StandardCharsets.UTF_8))
        .isEqualTo("b/stage\na/stage\n");
    assertThat(ArtifactManifest.parse("m", manifest.encode())).isEqualTo(manifest);
  }

  @Test
  void aMissingManifestIsNamed() {
    assertThatThrownBy(() -> ArtifactManifest.in(temp))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("artifact_manifest.txt")
        .hasMessageContaining("there is none");
  }

  @Test
  void aPrefixBehindALinkIsRefused() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("x_lib_gfx942"));
    Path outside = Files.createDirectories(temp.resolve("outside/stage"));
    Files.createSymbolicLink(folder.resolve("a"), outside.getParent());
    Files.writeString(folder.resolve("artifact_manifest.txt"), "a/stage\n");
    assertThatThrownBy(() -> ArtifactFolder.open(folder))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("is a link");
  }

  @Test
  void theLastPartOfTheNameIsTheFamily() {
    ArtifactName name = ArtifactName.parse("composable_kernel_lib_gfx110X-dgpu").orElseThrow();
    assertThat(name).isEqualTo(new ArtifactName("composable_kernel_lib", "gfx110X-dgpu"));
    assertThat(name.artifact()).isEqualTo("composable_kernel");
    assertThat(name.component()).isEqualTo("lib");
    assertThat(name.withFamily("generic").generic()).isTrue();
    assertThat(ArtifactName.parse("nothing")).isEmpty();
    assertThat(ArtifactName.parse("_gfx942")).isEmpty();
    assertThat(ArtifactName.parse("blas_")).isEmpty();
  }
}
