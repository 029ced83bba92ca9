package org.kpackworkbench.model.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.regex.Pattern;

/** What holds for every class of the model; each rule says why. */
final class ModelRules {
  static final ArchRule FLOORS = Floors.rule();

  static final ArchRule NO_CYCLES =
      slices()
          .matching("org.kpackworkbench.model.(*)..")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(Floors.STILL_UPWARDS, DescribedPredicate.alwaysTrue())
          .because("packages in a circle can only be understood all at once");

  static final ArchRule NO_SCREEN =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..", "java.awt..", "javax.swing..")
          .because("the model works on the command line and on servers, where there is no screen");

  static final ArchRule KNOWS_NO_MODULE_ABOVE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.kpackworkbench.views..",
              "org.kpackworkbench.icons..",
              "org.kpackworkbench.app..")
          .because("app and views look at the model, never the other way");

  static final ArchRule NO_STANDARD_STREAMS =
      GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.because(
          "stdout is the command line's data, and a library that prints spoils it");

  static final ArchRule NO_STATIC_VARIABLES =
      fields()
          .that()
          .areStatic()
          .should()
          .beFinal()
          .because("many documents and threads share the classes; state belongs to an object");

  /** What unpacks, of the libraries and of Java itself. */
  private static final DescribedPredicate<JavaClass> UNPACKERS =
      DescribedPredicate.describe(
          "unpack",
          type ->
              Pattern.matches(
                  "com\\.github\\.luben\\.zstd\\..*(InputStream|Decompress|ReadableByteChannel).*"
                      + "|java\\.util\\.zip\\.(Inflater.*|GZIPInputStream|ZipFile|ZipInputStream)"
                      + "|org\\.tukaani\\.xz\\..*InputStream"
                      + "|java\\.util\\.jar\\.(JarFile|JarInputStream)"
                      + "|org\\.apache\\.commons\\.compress\\.compressors\\..*"
                      + "|org\\.apache\\.commons\\.compress\\.archivers\\.(zip|sevenz)\\..*",
                  type.getName()));

  static final ArchRule ONE_WAY_TO_UNPACK =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.kpackworkbench.model.base.unpack")
          .should()
          .dependOnClassesThat(UNPACKERS)
          .orShould()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "decompresses",
                  call ->
                      call.getTargetOwner().getName().equals("com.github.luben.zstd.Zstd")
                          && call.getTarget().getName().startsWith("decompress")))
          .because(
              "a few bytes can stand for more than any disk holds: whoever unpacks has a budget");

  private ModelRules() {}
}
