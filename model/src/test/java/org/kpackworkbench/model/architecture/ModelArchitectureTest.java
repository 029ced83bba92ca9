package org.kpackworkbench.model.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.architecture.ModelRules.FLOORS;
import static org.kpackworkbench.model.architecture.ModelRules.KNOWS_NO_MODULE_ABOVE;
import static org.kpackworkbench.model.architecture.ModelRules.NO_CYCLES;
import static org.kpackworkbench.model.architecture.ModelRules.NO_SCREEN;
import static org.kpackworkbench.model.architecture.ModelRules.NO_STANDARD_STREAMS;
import static org.kpackworkbench.model.architecture.ModelRules.NO_STATIC_VARIABLES;
import static org.kpackworkbench.model.architecture.ModelRules.ONE_WAY_TO_UNPACK;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.text.SizeText;

/** The model keeps its rules, and each rule sees a class that breaks it. */
class ModelArchitectureTest {
  private static final String MODEL = "org.kpackworkbench.model.";

  private static JavaClasses model;

  @TempDir private Path folder;

  @BeforeAll
  static void importModel() throws URISyntaxException {
    Path compiled =
        Path.of(SizeText.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    model = new ClassFileImporter().importPath(compiled);
  }

  @AfterAll
  static void forgetModel() {
    model = null;
  }

  static Stream<ArchRule> rules() {
    return Stream.of(
        FLOORS,
        NO_CYCLES,
        NO_SCREEN,
        KNOWS_NO_MODULE_ABOVE,
        NO_STANDARD_STREAMS,
        NO_STATIC_VARIABLES,
        ONE_WAY_TO_UNPACK);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModelKeepsItsRules(ArchRule rule) {
    assertThat(model.contain(SizeText.class)).isTrue();
    rule.check(model);
  }

  @Test
  void theModuleRequiresNoScreen() {
    assertThat(forbidden(SizeText.class.getModule().getDescriptor())).isEmpty();
  }

  @Test
  void aModuleThatRequiresAScreenIsSeen() {
    ModuleDescriptor wrong = ModuleDescriptor.newModule("wrong").requires("javafx.base").build();
    assertThat(forbidden(wrong)).containsExactly("javafx.base");
  }

  @Test
  void importingUpwardsIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(MODEL + "base.Low", MODEL + "format.High")
            .uses(MODEL + "format.High", MODEL + "base.Other");
    assertThat(violations(FLOORS, wrong))
        .singleElement()
        .asString()
        .contains("base.Low", "format.High");
  }

  @Test
  void aPackageWithoutAFloorIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(MODEL + "attic.Lost", "java.lang.String");
    assertThat(violations(FLOORS, wrong)).singleElement().asString().contains("without a floor");
  }

  @Test
  void aCycleIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(MODEL + "base.One", MODEL + "format.Two")
            .uses(MODEL + "format.Two", MODEL + "base.One");
    assertThat(violations(NO_CYCLES, wrong)).isNotEmpty();
  }

  @Test
  void aScreenIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(MODEL + "elf.Shown", "javafx.scene.Node");
    assertThat(violations(NO_SCREEN, wrong)).isNotEmpty();
  }

  @Test
  void aModuleAboveIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder).uses(MODEL + "elf.Shown", "org.kpackworkbench.views.common.View");
    assertThat(violations(KNOWS_NO_MODULE_ABOVE, wrong)).isNotEmpty();
  }

  @Test
  void printingIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).prints(MODEL + "elf.Talker");
    assertThat(violations(NO_STANDARD_STREAMS, wrong)).isNotEmpty();
  }

  @Test
  void aStaticVariableIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).hasStaticVariable(MODEL + "elf.Shared");
    assertThat(violations(NO_STATIC_VARIABLES, wrong)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.github.luben.zstd.ZstdInputStreamNoFinalizer",
        "com.github.luben.zstd.ZstdDecompressCtx",
        "java.util.zip.Inflater",
        "java.util.zip.InflaterInputStream",
        "java.util.zip.GZIPInputStream",
        "java.util.zip.ZipFile",
        "java.util.jar.JarFile",
        "org.apache.commons.compress.archivers.zip.ZipFile",
        "org.tukaani.xz.XZInputStream",
        "org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream"
      })
  void unpackingWithoutABudgetIsSeen(String library) throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(MODEL + "archive.Careless", library);
    assertThat(violations(ONE_WAY_TO_UNPACK, wrong)).isNotEmpty();
    WrongClass right =
        new WrongClass(folder.resolve("x")).uses(MODEL + "base.unpack.Careful", library);
    assertThat(violations(ONE_WAY_TO_UNPACK, right)).isEmpty();
  }

  @Test
  void packingIsNoUnpacking() throws IOException {
    WrongClass right =
        new WrongClass(folder)
            .uses(MODEL + "archive.Writer", "com.github.luben.zstd.ZstdCompressCtx")
            .uses(MODEL + "archive.Sum", "java.util.zip.CRC32C")
            .uses(MODEL + "archive.Packer", "java.util.zip.DeflaterOutputStream");
    assertThat(violations(ONE_WAY_TO_UNPACK, right)).isEmpty();
  }

  @Test
  void decompressingInOneCallIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .calls(MODEL + "archive.Careless", "com.github.luben.zstd.Zstd", "decompress");
    assertThat(violations(ONE_WAY_TO_UNPACK, wrong)).isNotEmpty();
  }

  private static List<String> violations(ArchRule rule, WrongClass wrong) {
    return rule.allowEmptyShould(true).evaluate(wrong.classes()).getFailureReport().getDetails();
  }

  private static Stream<String> forbidden(ModuleDescriptor module) {
    Set<String> roots = Set.of("javafx", "org.kpackworkbench", "java.desktop");
    return module.requires().stream()
        .map(ModuleDescriptor.Requires::name)
        .filter(
            name ->
                roots.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + ".")));
  }
}
