package org.kpackworkbench.views.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
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
import org.kpackworkbench.views.kit.text.SizeLabel;

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

  static final ArchRule NO_STANDARD_STREAMS =
      GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.because(
          "stdout is the command line's data, and a window has better places to say something");

  static final ArchRule NO_STATIC_VARIABLES =
      fields()
          .that()
          .areStatic()
          .should()
          .beFinal()
          .allowEmptyShould(true)
          .because("windows and tests share the classes; state belongs to an object");

  /** What still imports what is built on it. */
  private static final Set<String> UPWARDS =
      Set.of(
          "format.codeobject.CodeObjectHead",
          "format.folder.FolderViews",
          "format.kpack.ArchiveTableView",
          "format.offload.BundlesView",
          "kit.bytes.BytesPanes",
          "kit.rows.RowsExtract",
          "kit.sizes.SizesView");

  static final ArchRule NO_CYCLES =
      slices()
          .matching("org.kpackworkbench.views.(*)..")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(
              DescribedPredicate.describe("still upwards", ViewsArchitectureTest::isStillUpwards),
              DescribedPredicate.alwaysTrue())
          .ignoreDependency(resideInAPackage(HERE + "spi.."), resideInAPackage(HERE + "kit.."))
          .allowEmptyShould(true)
          .because("packages in a circle can only be understood all at once");

  private static JavaClasses module;

  @TempDir private Path folder;

  /** Once for all rules: reading all classes takes longer than checking a rule. */
  @BeforeAll
  static void readClasses() throws URISyntaxException {
    Path compiled =
        Path.of(SizeLabel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    module = new ClassFileImporter().importPath(compiled);
  }

  @AfterAll
  static void forgetClasses() {
    module = null;
  }

  static Stream<ArchRule> rules() {
    return Stream.of(
        KNOWS_NO_MODULE_ABOVE,
        NO_COMMAND_LINE_OR_SETTINGS,
        NO_STANDARD_STREAMS,
        NO_STATIC_VARIABLES,
        NO_CYCLES);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModuleKeepsItsRules(ArchRule rule) {
    assertThat(module.contain(SizeLabel.class)).isTrue();
    rule.check(module);
  }

  @Test
  void aModuleAboveIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "org.kpackworkbench.app.Any");
    assertThat(violations(KNOWS_NO_MODULE_ABOVE, wrong)).isNotEmpty();
  }

  @Test
  void noCommandLineOrSettingsCanFail() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "picocli.CommandLine");
    assertThat(violations(NO_COMMAND_LINE_OR_SETTINGS, wrong)).isNotEmpty();
  }

  @Test
  void printingIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).prints(HERE + "Talker");
    assertThat(violations(NO_STANDARD_STREAMS, wrong)).isNotEmpty();
  }

  @Test
  void aStaticVariableIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).hasStaticVariable(HERE + "Shared");
    assertThat(violations(NO_STATIC_VARIABLES, wrong)).isNotEmpty();
  }

  @Test
  void aCycleIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(HERE + "one.A", HERE + "two.B")
            .uses(HERE + "two.B", HERE + "one.A");
    assertThat(violations(NO_CYCLES, wrong)).isNotEmpty();
  }

  private static boolean isStillUpwards(JavaClass type) {
    String name = type.getName();
    return name.startsWith(HERE)
        && UPWARDS.contains(name.substring(HERE.length()).replaceFirst("[$].*", ""));
  }

  private static List<String> violations(ArchRule rule, WrongClass wrong) {
    return rule.allowEmptyShould(true).evaluate(wrong.classes()).getFailureReport().getDetails();
  }
}
