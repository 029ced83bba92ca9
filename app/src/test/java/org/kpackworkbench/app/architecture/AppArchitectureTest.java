package org.kpackworkbench.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.architecture.CommonRules;
import org.kpackworkbench.architecture.WrongClass;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;

/** The module keeps its rules, and each rule sees a class that breaks it. */
class AppArchitectureTest {
  private static final String HERE = "org.kpackworkbench.app.";

  static final ArchRule READS_FORMATS_THROUGH_THE_MODEL =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.msgpack..",
              "com.github.luben..",
              "org.tukaani..",
              "org.apache.commons.compress..")
          .because("a format has one reader, and it lives in the model");

  static final ArchRule DRAWS_WITH_JAVAFX_ALONE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.awt..", "javax.swing..")
          .because("a second toolkit brings its own thread, fonts and start-up time");

  static final ArchRule NO_CYCLES = CommonRules.noCycles("org.kpackworkbench.app.(*)..");

  static final ArchRule FORMATS_ARE_ASKED =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(HERE + "cli.EditCommand")
          .should()
          .dependOnClassesThat(
              describe(
                  "are a format's entry or document",
                  type ->
                      !type.getPackageName().equals(Document.class.getPackageName())
                          && (type.isAssignableTo(Document.class)
                              || type.isAssignableTo(Format.class))))
          .because(
              "a command that decides by format is one more to change for each format; only edit"
                  + " has an editor for each of three");

  static final ArchRule ONE_PRINTER_OF_REPORTS =
      noClasses()
          .that()
          .resideInAPackage(HERE + "cli..")
          .and()
          .doNotHaveFullyQualifiedName(HERE + "cli.ReportOutput")
          .should()
          .haveSimpleNameEndingWith("Output")
          .because("a report is facts and tables, which one class prints as text or JSON");

  static final ArchRule REPORTS_ARE_THE_MODELS =
      noClasses()
          .that()
          .resideInAPackage(HERE + "cli..")
          .and()
          .doNotHaveFullyQualifiedName(HERE + "cli.RootCommand")
          .should()
          .callConstructorWhere(
              describe(
                  "it makes a report", call -> call.getTargetOwner().isEquivalentTo(Report.class)))
          .because(
              "what there is to say of a file or an operation is not the command line's alone; only"
                  + " the version of the program is");

  private static JavaClasses module;

  @TempDir private Path folder;

  static Stream<ArchRule> rules() {
    return Stream.of(
        READS_FORMATS_THROUGH_THE_MODEL,
        DRAWS_WITH_JAVAFX_ALONE,
        CommonRules.NO_STATIC_VARIABLES,
        NO_CYCLES,
        FORMATS_ARE_ASKED,
        ONE_PRINTER_OF_REPORTS,
        REPORTS_ARE_THE_MODELS);
  }

  @BeforeAll
  static void importModule() throws URISyntaxException {
    module = CommonRules.classesWith(ProgramVersion.class);
  }

  @AfterAll
  static void forgetModule() {
    module = null;
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModuleKeepsItsRules(ArchRule rule) {
    rule.check(module);
  }

  @Test
  void readsFormatsThroughTheModelCanFail() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "org.msgpack.core.MessagePack");
    assertThat(wrong.violations(READS_FORMATS_THROUGH_THE_MODEL)).isNotEmpty();
  }

  @Test
  void drawsWithJavafxAloneCanFail() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "java.awt.Color");
    assertThat(wrong.violations(DRAWS_WITH_JAVAFX_ALONE)).isNotEmpty();
  }

  @Test
  void decidingByFormatIsSeen() throws IOException {
    String format = "org.kpackworkbench.model.format.kpack.KpackFormat";
    WrongClass wrong = new WrongClass(folder).uses(HERE + "cli.Deciding", format);
    assertThat(wrong.violations(FORMATS_ARE_ASKED)).hasSize(1);
    WrongClass right =
        new WrongClass(folder.resolve("x"))
            .uses(HERE + "cli.EditCommand", format)
            .uses(HERE + "cli.General", "org.kpackworkbench.model.format.registry.Document");
    assertThat(right.violations(FORMATS_ARE_ASKED)).isEmpty();
  }

  @Test
  void aSecondPrinterOfReportsIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(HERE + "cli.PruneOutput", "java.lang.String")
            .uses(HERE + "cli.ReportOutput", "java.lang.String");
    assertThat(wrong.violations(ONE_PRINTER_OF_REPORTS)).hasSize(1);
  }

  @Test
  void aReportOfTheCommandLineIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder).makes(HERE + "cli.InfoCommand", Report.class.getName());
    assertThat(wrong.violations(REPORTS_ARE_THE_MODELS)).hasSize(1);
  }

  @Test
  void commonRulesSeeWhatBreaksThem() throws IOException {
    assertThat(CommonRules.blind(folder, HERE, NO_CYCLES)).isEmpty();
  }
}
