package org.kpackworkbench.model.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.architecture.CommonRules;
import org.kpackworkbench.architecture.Wings;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.registry.Format;

/** What holds for every class of the model; each rule says why. */
final class ModelRules {
  static final Wings THE_WINGS =
      new Wings(
          "model",
          List.of("base", "format", "operation", "analysis"),
          "a format can then be read, tested and replaced without what is built on it");

  static final ArchRule WINGS = THE_WINGS.rule();

  static final ArchRule NO_CYCLES = CommonRules.noCycles("org.kpackworkbench.model.(**)");

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
          .because("app and views use the model, never the reverse");

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
          .and(
              DescribedPredicate.describe(
                  "do not list or write ZIP archives",
                  type ->
                      !List.of("format.packages.ZipReader", "operation.wheel.WheelWriter")
                          .contains(inModel(topLevel(type)))))
          .should()
          .dependOnClassesThat(UNPACKERS)
          .orShould()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "decompresses",
                  call ->
                      (call.getTargetOwner().getName().equals("com.github.luben.zstd.Zstd")
                              && call.getTarget().getName().startsWith("decompress"))
                          || (call.getTargetOwner().getName().endsWith(".archivers.zip.ZipFile")
                              && call.getTarget().getName().equals("getInputStream"))))
          .because("a few bytes can unpack to more than any disk holds: unpacking needs a budget");

  /** Who may name the entry of a format beside its room, each with what it does with it. */
  private static final Map<String, String> NAME_FORMATS =
      Map.of(
          "format.StandardFormats", "is the list",
          "analysis.verify.run.FileCheck", "checks code that is in other files of a tree, too",
          "analysis.verify.run.RulesOfContent", "checks an edited manifest before it is written",
          "analysis.verify.rules.FileRules", "is the list of what endings of names promise",
          "analysis.verify.rules.TreeFileRule", "says what must not be in a generic artifact",
          "analysis.diff.run.Compare", "lists tables of comparisons that one format has");

  static final ArchRule FORMATS_ARE_ASKED =
      noClasses()
          .that(
              DescribedPredicate.describe(
                  "are not listed with a reason",
                  type -> !NAME_FORMATS.containsKey(inModel(topLevel(type)))))
          .should()
          .accessFieldWhere(
              DescribedPredicate.describe(
                  "is the entry of another room's format",
                  access ->
                      access.getTarget().getName().equals("FORMAT")
                          && access.getTargetOwner().isAssignableTo(Format.class)
                          && !access
                              .getTargetOwner()
                              .getPackageName()
                              .equals(access.getOriginOwner().getPackageName())))
          .because(
              "a class that decides by format is one more to change for each format; it asks Format"
                  + " or Document instead");

  /** Who may ask a format's class about a file's first bytes, each with its reason. */
  private static final Map<String, String> ASK_BEGINNINGS =
      Map.ofEntries(
          Map.entry("operation.archives.BinaryScan", "skips what is no host binary in large trees"),
          Map.entry("operation.wheel.WheelParts", "unpacks only host binaries of a wheel"),
          Map.entry("operation.recombine.GenericArtifact", "compares host binaries only"),
          Map.entry("operation.recombine.HostDifference", "compares host binaries only"),
          Map.entry("operation.prune.ObjectStore", "rewrites objects of one class and byte order"),
          Map.entry("operation.prune.LibraryStore", "rewrites members that are bundles"),
          Map.entry("operation.database.FiledTarget", "reads a bundle below a name of a target"),
          Map.entry("analysis.doctor.DeviceBinaries", "skips what no process loads"),
          Map.entry("analysis.resolve.process.RunningProcess", "reads what a process has mapped"),
          Map.entry("analysis.resolve.tree.TreeResolver", "skips what no process loads"),
          Map.entry("analysis.verify.grid.CoverageScan", "covers host binaries only"),
          Map.entry(
              "analysis.verify.rules.CodeObjectRules", "passes code that is compiled further"),
          Map.entry("analysis.verify.run.BlobPass", "checks what is filed as a code object"));

  static final ArchRule BEGINNINGS_ARE_DETECTED =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.kpackworkbench.model.format..")
          .and(
              DescribedPredicate.describe(
                  "are not listed with a reason",
                  type -> !ASK_BEGINNINGS.containsKey(inModel(topLevel(type)))))
          .should()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "asks whether bytes are of a format", ModelRules::asksBeginning))
          .because("Formats.detect knows all kinds, and a list of questions misses the next one");

  private static boolean asksBeginning(JavaMethodCall call) {
    return call.getTargetOwner().getPackageName().startsWith("org.kpackworkbench.model.format.")
        && call.getTarget().getName().matches("is[A-Z].*")
        && call.getTarget().getRawParameterTypes().size() == 1
        && Set.of("[B", ByteView.class.getName())
            .contains(call.getTarget().getRawParameterTypes().getFirst().getName());
  }

  /** The listed classes that name no format any more, or ask about no bytes. */
  static List<String> namingNothing(JavaClasses model) {
    Set<String> naming =
        model.stream()
            .filter(
                type ->
                    type.getFieldAccessesFromSelf().stream()
                        .anyMatch(access -> access.getTarget().getName().equals("FORMAT")))
            .map(type -> inModel(topLevel(type)))
            .collect(Collectors.toSet());
    Set<String> asking =
        model.stream()
            .filter(
                type -> type.getMethodCallsFromSelf().stream().anyMatch(ModelRules::asksBeginning))
            .map(type -> inModel(topLevel(type)))
            .collect(Collectors.toSet());
    return Stream.concat(
            NAME_FORMATS.keySet().stream().filter(name -> !naming.contains(name)),
            ASK_BEGINNINGS.keySet().stream().filter(name -> !asking.contains(name)))
        .toList();
  }

  private static String inModel(String name) {
    return name.replaceFirst("^org\\.kpackworkbench\\.model\\.", "");
  }

  private static String topLevel(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }

  private ModelRules() {}
}
