package org.kpackworkbench.views.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.scene.control.SplitPane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.architecture.CommonRules;
import org.kpackworkbench.architecture.Wings;
import org.kpackworkbench.architecture.WrongClass;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.KeySplitPane;

/** The module keeps its rules, and each rule sees a class that breaks it. */
class ViewsArchitectureTest {
  private static final String HERE = "org.kpackworkbench.views.";

  static final ArchRule KNOWS_NO_MODULE_ABOVE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.kpackworkbench.app..")
          .because("the program is put together from views, never the other way");

  static final ArchRule NO_COMMAND_LINE_OR_SETTINGS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..", "tools.jackson..", "com.fasterxml..")
          .because("settings and arguments reach a view as values; the app reads and writes them");

  static final ArchRule NO_CYCLES = CommonRules.noCycles("org.kpackworkbench.views.(**)");

  private static final Wings THE_WINGS =
      new Wings(
          "views",
          List.of("kit|spi", "format", "operation", "analysis", "window"),
          "what shows one thing can then be changed without the rest of the window");

  static final ArchRule WINGS = THE_WINGS.rule();

  static final ArchRule KIT_KNOWS_NO_FORMAT =
      noClasses()
          .that()
          .resideInAnyPackage(HERE + "kit..", HERE + "spi..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "org.kpackworkbench.model.format..",
                      "org.kpackworkbench.model.operation..",
                      "org.kpackworkbench.model.analysis..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "org.kpackworkbench.model.format.registry..",
                              "org.kpackworkbench.model.format.inspect..",
                              // A description may be of any operation.
                              "org.kpackworkbench.model.operation.describe..",
                              "org.kpackworkbench.model.operation.extract.."))))
          .because("tables, maps and hex view show any format; a room says what its own means");

  /** What is about one operation or question, and so about one format, by package. */
  private static final Map<String, String> ABOUT_ONE_FORMAT =
      Map.of(
          "operation.edit.kpack", "edits archives",
          "operation.edit.kpm", "edits manifests",
          "operation.edit.marker", "edits markers of host binaries",
          "operation.forms", "converts and restores host binaries",
          "analysis.resolve", "resolves code of host binaries",
          "analysis.log", "is the room of logs",
          "analysis.kernels", "leaves out code objects, whose kernels have a page of their own",
          "analysis.compare.CompareActions", "compares a manifest with the disk");

  static final ArchRule FORMATS_ARE_ASKED =
      noClasses()
          .that(
              describe(
                  "are neither rooms of formats nor listed with a reason",
                  type ->
                      !type.getPackageName().startsWith(HERE + "format.")
                          && ABOUT_ONE_FORMAT.keySet().stream()
                              .noneMatch(name -> isIn(type, name))))
          .should()
          .dependOnClassesThat(
              describe("are a format's entry or document", ViewsArchitectureTest::isFormats))
          .because(
              "a view that decides by format is one more to change for each format; it asks Format,"
                  + " Document or FormatRoom instead");

  static final ArchRule DIVIDERS_HAVE_KEYS =
      noClasses()
          .that(describe("are not KeySplitPane", type -> !type.isEquivalentTo(KeySplitPane.class)))
          .should()
          .callConstructorWhere(
              describe(
                  "makes a SplitPane",
                  call -> call.getTargetOwner().isEquivalentTo(SplitPane.class)))
          .because("a divider of KeySplitPane moves by keys and has a name");

  /** What has a table or list of its own, and why. */
  private static final Map<String, String> OWN_TABLES =
      Map.of(
          "kit.inspector.Inspector", "its rows have no columns in common, and are never sorted",
          "kit.palette.CommandPalette", "lists what can follow what is typed",
          "window.search.FindField", "lists what can follow what is typed",
          "analysis.resolve.SetUpPane", "lists what can follow what is typed");

  static final ArchRule ONE_TABLE_KIT =
      noClasses()
          .that(
              describe(
                  "are neither in the kit of tables nor listed with a reason",
                  type ->
                      Stream.concat(
                              Stream.of("kit.rows", "kit.table"), OWN_TABLES.keySet().stream())
                          .noneMatch(name -> isIn(type, name))))
          .should()
          .callConstructorWhere(describe("a table is made", ViewsArchitectureTest::makesTable))
          .because(
              "a table is a RowsSpec, and a list without columns a PlainList: copying, keys,"
                  + " widths, filter, order and what a screen reader says are the kit's");

  private static boolean makesTable(JavaConstructorCall call) {
    return Set.of(
            "javafx.scene.control.TableView",
            "javafx.scene.control.TreeTableView",
            "javafx.scene.control.ListView")
        .contains(call.getTargetOwner().getFullName());
  }

  /** Whether a class is of a package, or is a class or nested in it. */
  private static boolean isIn(JavaClass type, String name) {
    return type.getName().matches(Pattern.quote(HERE + name) + "([.$].*)?");
  }

  private static boolean isFormats(JavaClass type) {
    return !type.getPackageName().equals(Document.class.getPackageName())
        && (type.isAssignableTo(Document.class) || type.isAssignableTo(Format.class));
  }

  private static JavaClasses module;

  @TempDir private Path folder;

  /** Once for all rules: reading all classes takes longer than checking a rule. */
  @BeforeAll
  static void readClasses() throws URISyntaxException {
    module = CommonRules.classesWith(Background.class);
  }

  @AfterAll
  static void forgetClasses() {
    module = null;
  }

  static Stream<ArchRule> rules() {
    return Stream.of(
        KNOWS_NO_MODULE_ABOVE,
        NO_COMMAND_LINE_OR_SETTINGS,
        CommonRules.NO_STANDARD_STREAMS,
        CommonRules.NO_STATIC_VARIABLES,
        NO_CYCLES,
        WINGS,
        KIT_KNOWS_NO_FORMAT,
        FORMATS_ARE_ASKED,
        DIVIDERS_HAVE_KEYS,
        ONE_TABLE_KIT);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModuleKeepsItsRules(ArchRule rule) {
    rule.check(module);
  }

  @Test
  void theTableOfWingsNamesTheFolders() throws IOException {
    assertThat(THE_WINGS.listed()).isEqualTo(THE_WINGS.folders());
  }

  @Test
  void aModuleAboveIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "org.kpackworkbench.app.Any");
    assertThat(wrong.violations(KNOWS_NO_MODULE_ABOVE)).isNotEmpty();
  }

  @Test
  void noCommandLineOrSettingsCanFail() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "picocli.CommandLine");
    assertThat(wrong.violations(NO_COMMAND_LINE_OR_SETTINGS)).isNotEmpty();
  }

  @Test
  void importingUpwardsIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(HERE + "kit.table.Low", HERE + "analysis.compare.High")
            .uses(HERE + "analysis.compare.High", HERE + "kit.table.Other");
    assertThat(wrong.violations(WINGS))
        .singleElement()
        .asString()
        .contains("table.Low", "compare.High");
  }

  @Test
  void aPackageInNoWingIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "attic.Lost", "java.lang.String");
    assertThat(wrong.violations(WINGS)).singleElement().asString().contains("in no wing");
  }

  @Test
  void aFormatInTheKitIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(HERE + "kit.table.Knowing", "org.kpackworkbench.model.format.elf.ElfFile")
            .uses(HERE + "spi.Knowing", "org.kpackworkbench.model.analysis.verify.Any");
    assertThat(wrong.violations(KIT_KNOWS_NO_FORMAT)).hasSize(2);
    WrongClass right =
        new WrongClass(folder.resolve("x"))
            .uses(HERE + "kit.table.General", "org.kpackworkbench.model.base.bytes.ByteView")
            .uses(HERE + "spi.General", "org.kpackworkbench.model.format.registry.Document");
    assertThat(right.violations(KIT_KNOWS_NO_FORMAT)).isEmpty();
  }

  @Test
  void decidingByFormatIsSeen() throws IOException {
    String format = "org.kpackworkbench.model.format.kpack.KpackFormat";
    String document = "org.kpackworkbench.model.format.kpack.ArchiveDocument";
    WrongClass wrong =
        new WrongClass(folder)
            .uses(HERE + "window.search.Deciding", document)
            .uses(HERE + "operation.extract.Deciding", format)
            .uses(HERE + "analysis.compare.Deciding", document);
    assertThat(wrong.violations(FORMATS_ARE_ASKED)).hasSize(3);
    WrongClass right =
        new WrongClass(folder.resolve("x"))
            .uses(HERE + "format.kpack.Own", document)
            .uses(HERE + "operation.edit.kpack.Editor", document)
            .uses(HERE + "analysis.compare.CompareActions", document)
            .uses(HERE + "kit.any.General", "org.kpackworkbench.model.format.registry.Document");
    assertThat(right.violations(FORMATS_ARE_ASKED)).isEmpty();
  }

  @Test
  void aDividerWithoutKeysIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder).makes(HERE + "analysis.compare.Any", SplitPane.class.getName());
    assertThat(wrong.violations(DIVIDERS_HAVE_KEYS))
        .singleElement()
        .asString()
        .contains("calls constructor <javafx.scene.control.SplitPane.");
    WrongClass right =
        new WrongClass(folder.resolve("x"))
            .makes(HERE + "analysis.compare.Any", KeySplitPane.class.getName())
            .uses(HERE + "analysis.compare.Other", SplitPane.class.getName());
    assertThat(right.violations(DIVIDERS_HAVE_KEYS)).isEmpty();
  }

  @Test
  void aTableBesideTheKitIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .makes(HERE + "format.elf.Own", "javafx.scene.control.TableView")
            .makes(HERE + "analysis.any.Own", "javafx.scene.control.TreeTableView")
            .makes(HERE + "operation.any.Own", "javafx.scene.control.ListView");
    assertThat(wrong.violations(ONE_TABLE_KIT)).hasSize(3);
    WrongClass right =
        new WrongClass(folder.resolve("x"))
            .makes(HERE + "kit.rows.Own", "javafx.scene.control.TableView")
            .makes(HERE + "format.elf.Own", HERE + "kit.rows.RowsTable")
            .makes(HERE + "format.elf.Other", HERE + "kit.table.PlainList");
    assertThat(right.violations(ONE_TABLE_KIT)).isEmpty();
    assertThat(OWN_TABLES.keySet())
        .as("every exception is needed")
        .allSatisfy(
            name ->
                assertThat(module)
                    .filteredOn(type -> isIn(type, name))
                    .anyMatch(
                        type ->
                            type.getConstructorCallsFromSelf().stream()
                                .anyMatch(ViewsArchitectureTest::makesTable)));
  }

  @Test
  void everyExceptionIsNeeded() {
    assertThat(ABOUT_ONE_FORMAT.keySet())
        .allSatisfy(
            name ->
                assertThat(module)
                    .filteredOn(type -> isIn(type, name))
                    .anyMatch(
                        type ->
                            type.getDirectDependenciesFromSelf().stream()
                                .anyMatch(each -> isFormats(each.getTargetClass()))));
  }

  @Test
  void commonRulesSeeWhatBreaksThem() throws IOException {
    assertThat(CommonRules.blind(folder, HERE + "kit.", NO_CYCLES)).isEmpty();
  }
}
