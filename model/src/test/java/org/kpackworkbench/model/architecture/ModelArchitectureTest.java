package org.kpackworkbench.model.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.architecture.ModelRules.BEGINNINGS_ARE_DETECTED;
import static org.kpackworkbench.model.architecture.ModelRules.FORMATS_ARE_ASKED;
import static org.kpackworkbench.model.architecture.ModelRules.KNOWS_NO_MODULE_ABOVE;
import static org.kpackworkbench.model.architecture.ModelRules.NO_CYCLES;
import static org.kpackworkbench.model.architecture.ModelRules.NO_SCREEN;
import static org.kpackworkbench.model.architecture.ModelRules.ONE_WAY_TO_UNPACK;
import static org.kpackworkbench.model.architecture.ModelRules.WINGS;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.architecture.CommonRules;
import org.kpackworkbench.architecture.WrongClass;
import org.kpackworkbench.model.base.text.SizeText;

/** The model keeps its rules, and each rule sees a class that breaks it. */
class ModelArchitectureTest {
  private static final String MODEL = "org.kpackworkbench.model.";

  private static JavaClasses model;

  @TempDir private Path folder;

  @BeforeAll
  static void importModel() throws URISyntaxException {
    model = CommonRules.classesWith(SizeText.class);
  }

  @AfterAll
  static void forgetModel() {
    model = null;
  }

  static Stream<ArchRule> rules() {
    return Stream.of(
        WINGS,
        NO_CYCLES,
        NO_SCREEN,
        KNOWS_NO_MODULE_ABOVE,
        CommonRules.NO_STANDARD_STREAMS,
        CommonRules.NO_STATIC_VARIABLES,
        ONE_WAY_TO_UNPACK,
        FORMATS_ARE_ASKED,
        BEGINNINGS_ARE_DETECTED);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModelKeepsItsRules(ArchRule rule) {
    rule.check(model);
  }

  @Test
  void theTableOfWingsNamesTheFolders() throws IOException {
    assertThat(ModelRules.THE_WINGS.listed()).isEqualTo(ModelRules.THE_WINGS.folders());
  }

  @Test
  void publicTypesHaveNamesOfTheirOwn(@TempDir Path wrong) throws IOException {
    assertThat(namesUsedTwice(model)).isEmpty();
    JavaClasses two =
        new WrongClass(wrong)
            .shows(MODEL + "format.kpack.Twice", "java.lang.Object")
            .shows(MODEL + "format.elf.Twice", "java.lang.Object")
            .classes();
    assertThat(namesUsedTwice(two)).containsExactly("Twice");
  }

  private static Set<String> namesUsedTwice(JavaClasses classes) {
    Set<String> names = new TreeSet<>();
    return classes.stream()
        .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(each -> each.getEnclosingClass().isEmpty())
        .map(JavaClass::getSimpleName)
        .filter(name -> !names.add(name))
        .collect(Collectors.toCollection(TreeSet::new));
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
            .uses(MODEL + "format.elf.Low", MODEL + "analysis.verify.High")
            .uses(MODEL + "analysis.verify.High", MODEL + "format.elf.Other");
    assertThat(wrong.violations(WINGS))
        .singleElement()
        .asString()
        .contains("format.elf.Low", "analysis.verify.High");
  }

  @Test
  void aPackageInNoWingIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(MODEL + "attic.Lost", "java.lang.String");
    assertThat(wrong.violations(WINGS)).singleElement().asString().contains("in no wing");
  }

  @Test
  void aCycleInOneWingIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(MODEL + "format.elf.One", MODEL + "format.coff.Two")
            .uses(MODEL + "format.coff.Two", MODEL + "format.elf.One");
    assertThat(wrong.violations(NO_CYCLES)).isNotEmpty();
    assertThat(wrong.violations(WINGS)).isEmpty();
  }

  @Test
  void aTraceThatKnowsTheSimulatorIsSeen() throws IOException {
    String resolve = MODEL + "analysis.resolve.";
    WrongClass wrong =
        new WrongClass(folder)
            .uses(resolve + "One", resolve + "simulate.Two")
            .uses(resolve + "simulate.Two", resolve + "One");
    assertThat(wrong.violations(NO_CYCLES)).isNotEmpty();
  }

  @Test
  void aRoomInACircleWithWhatIsBelowItOrWithTheListIsSeen() throws IOException {
    WrongClass below =
        new WrongClass(folder)
            .uses(MODEL + "format.elf.One", MODEL + "format.elf.edit.Two")
            .uses(MODEL + "format.elf.edit.Two", MODEL + "format.elf.One");
    assertThat(below.violations(NO_CYCLES)).isNotEmpty();
    WrongClass list =
        new WrongClass(folder.resolve("x"))
            .uses(MODEL + "format.elf.One", MODEL + "format.AllFormats")
            .uses(MODEL + "format.AllFormats", MODEL + "format.elf.One");
    assertThat(list.violations(NO_CYCLES)).isNotEmpty();
  }

  @Test
  void aScreenIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(MODEL + "format.elf.Shown", "javafx.scene.Node");
    assertThat(wrong.violations(NO_SCREEN)).isNotEmpty();
  }

  @Test
  void aModuleAboveIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(MODEL + "format.elf.Shown", "org.kpackworkbench.views.kit.table.View");
    assertThat(wrong.violations(KNOWS_NO_MODULE_ABOVE)).isNotEmpty();
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
    WrongClass wrong = new WrongClass(folder).uses(MODEL + "format.kpack.Careless", library);
    assertThat(wrong.violations(ONE_WAY_TO_UNPACK)).isNotEmpty();
    WrongClass right =
        new WrongClass(folder.resolve("x")).uses(MODEL + "base.unpack.Careful", library);
    assertThat(right.violations(ONE_WAY_TO_UNPACK)).isEmpty();
  }

  @Test
  void decidingByFormatIsSeen() throws IOException {
    String kpack = MODEL + "format.kpack.KpackFormat";
    WrongClass wrong =
        new WrongClass(folder)
            .reads(MODEL + "analysis.verify.run.Deciding", kpack, "FORMAT")
            .reads(MODEL + "format.elf.Deciding", kpack, "FORMAT");
    assertThat(wrong.violations(FORMATS_ARE_ASKED)).hasSize(2);
    WrongClass right =
        new WrongClass(folder.resolve("x"))
            .reads(MODEL + "format.kpack.Own", kpack, "FORMAT")
            .reads(MODEL + "analysis.verify.run.FileCheck", kpack, "FORMAT");
    assertThat(right.violations(FORMATS_ARE_ASKED)).isEmpty();
  }

  @Test
  void everyExceptionIsNeeded() {
    assertThat(ModelRules.namingNothing(model)).isEmpty();
  }

  @Test
  void packingIsNoUnpacking() throws IOException {
    WrongClass right =
        new WrongClass(folder)
            .uses(MODEL + "format.kpack.Writer", "com.github.luben.zstd.ZstdCompressCtx")
            .uses(MODEL + "format.kpack.Sum", "java.util.zip.CRC32C")
            .uses(MODEL + "format.kpack.Packer", "java.util.zip.DeflaterOutputStream");
    assertThat(right.violations(ONE_WAY_TO_UNPACK)).isEmpty();
  }

  @Test
  void decompressingInOneCallIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .calls(MODEL + "format.kpack.Careless", "com.github.luben.zstd.Zstd", "decompress");
    assertThat(wrong.violations(ONE_WAY_TO_UNPACK)).isNotEmpty();
  }

  @Test
  void commonRulesSeeWhatBreaksThem() throws IOException {
    assertThat(CommonRules.blind(folder, MODEL + "format.", NO_CYCLES)).isEmpty();
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
