package org.kpackworkbench.model.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.architecture.CommonRules;
import org.kpackworkbench.architecture.WrongClass;
import org.kpackworkbench.model.base.text.SizeText;

/**
 * Packages that are exported to every module are the library: other programs can use all that their
 * public signatures mention. All other packages are exported to this program's modules only.
 */
public class PromisedPackagesTest {
  private static final Pattern EXPORT = Pattern.compile("exports\\s+(\\S+?)(\\s+to\\s+[^;]+)?;");
  private static final String MODEL = "org.kpackworkbench.model.";

  /** The model's main classes, read once for all tests. */
  private static JavaClasses classes;

  @TempDir private Path folder;

  @BeforeAll
  static void readClasses() throws Exception {
    classes = CommonRules.classesWith(SizeText.class);
  }

  private static Path source(String path) {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return (Files.isDirectory(base.resolve("model")) ? base.resolve("model") : base)
        .resolve("src/main/java")
        .resolve(path);
  }

  private static Set<String> promised() throws IOException {
    return EXPORT
        .matcher(Files.readString(source("module-info.java")))
        .results()
        .filter(export -> export.group(2) == null)
        .map(export -> export.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void noPublicSignatureMentionsAnotherPackage() throws Exception {
    Set<String> promised = promised();
    assertThat(promised).contains(MODEL + "format.kpack").doesNotContain(MODEL + "base.config");
    assertThat(leaks(classes, promised)).isEmpty();
  }

  @Test
  void aTypeThatIsNotPromisedIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder).shows(MODEL + "format.kpack.Shown", MODEL + "base.config.Hidden");
    assertThat(leaks(wrong.classes(), promised()))
        .containsExactly(MODEL + "format.kpack.Shown.it: " + MODEL + "base.config.Hidden");
  }

  @Test
  void theLibrarysPageListsThem() throws IOException {
    String page =
        Files.readString(source("").resolve("../../../../app/guides/reference/library.md"));
    List<String> listed =
        Pattern.compile("(?m)^\\| `([a-z.]+)` \\|")
            .matcher(page)
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            promised().stream()
                .map(name -> name.substring("org.kpackworkbench.".length()))
                .toList());
  }

  /**
   * Nested types are imported by their simple name as well. A {@code Builder} is written with the
   * type it builds, and a kind of {@code Place} with {@code Place}, because a place is named after
   * the thing that is there.
   */
  @Test
  void noTwoPublicTypesHaveOneSimpleName() throws Exception {
    assertThat(sameNames(classes, promised())).isEmpty();
  }

  @Test
  void aNestedTypeWithAnothersNameIsSeen() throws IOException {
    JavaClasses classes =
        new WrongClass(folder)
            .nests(MODEL + "format.kpack.One", "Twice")
            .nests(MODEL + "format.elf.Other", "Twice")
            .nests(MODEL + "format.kpack.Third", "Builder")
            .nests(MODEL + "format.elf.Fourth", "Builder")
            .classes();
    assertThat(sameNames(classes, promised()))
        .containsExactly(
            "Twice: %1$sformat.elf.Other$Twice, %1$sformat.kpack.One$Twice".formatted(MODEL));
  }

  private static List<String> sameNames(JavaClasses classes, Set<String> promised) {
    Map<String, Set<String>> byName = new TreeMap<>();
    for (JavaClass type : classes) {
      boolean excepted =
          type.getEnclosingClass()
              .filter(
                  outer ->
                      type.getSimpleName().equals("Builder")
                          || outer.getName().equals(MODEL + "base.place.Place"))
              .isPresent();
      if (!excepted && promised.contains(type.getPackageName()) && isOpen(type)) {
        byName.computeIfAbsent(type.getSimpleName(), _ -> new TreeSet<>()).add(type.getName());
      }
    }
    return byName.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
        .toList();
  }

  /** What a program implements, for each row and field of a query; it is not called by programs. */
  private static final String IMPLEMENTED = MODEL + "base.query.Query$Row.text";

  /** What takes a key or a place and finds nothing answers an empty Optional. */
  @Test
  void noLookUpAnswersNull() throws Exception {
    assertThat(nullable(classes, promised())).containsExactly(IMPLEMENTED);
  }

  @Test
  void aLookUpThatAnswersNullIsSeen() {
    assertThat(
            nullable(
                new ClassFileImporter().importClasses(Forgetful.class),
                Set.of(Forgetful.class.getPackageName())))
        .containsExactly(Forgetful.class.getName() + ".find");
  }

  /** Finds nothing, and says so by null. */
  public static final class Forgetful {
    private Forgetful() {}

    public @Nullable String find(String key) {
      return key.isEmpty() ? null : key;
    }

    /** No look-up: a part that may be missing. */
    public @Nullable String part() {
      return null;
    }
  }

  private static List<String> nullable(JavaClasses classes, Set<String> promised) {
    List<String> found = new ArrayList<>();
    for (JavaClass type : classes) {
      if (!promised.contains(type.getPackageName()) || !isOpen(type)) {
        continue;
      }
      for (JavaMethod method : type.getMethods()) {
        if (isVisible(method)
            && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
            && !method.getRawParameterTypes().isEmpty()
            && method.reflect().getAnnotatedReturnType().isAnnotationPresent(Nullable.class)
            && !isOverride(method)) {
          found.add(type.getName() + "." + method.getName());
        }
      }
    }
    return found;
  }

  /** Whether a type of another package asks for the method as it is. */
  private static boolean isOverride(JavaMethod method) {
    return method.getOwner().getAllRawInterfaces().stream()
        .filter(type -> !type.equals(method.getOwner()))
        .flatMap(type -> type.getMethods().stream())
        .anyMatch(
            other ->
                other.getName().equals(method.getName())
                    && other.getRawParameterTypes().equals(method.getRawParameterTypes()));
  }

  /** Methods that can be called with progress only. */
  private static List<String> leaks(JavaClasses classes, Set<String> promised) {
    List<String> leaks = new ArrayList<>();
    for (JavaClass type : classes) {
      if (promised.contains(type.getPackageName()) && isOpen(type)) {
        Stream<JavaType> above =
            Stream.concat(type.getInterfaces().stream(), type.getSuperclass().stream());
        mentions(above, type.getName(), promised, leaks);
        for (JavaMember member : type.getMembers()) {
          if (isVisible(member) && !member.getModifiers().contains(JavaModifier.SYNTHETIC)) {
            mentions(types(member), type.getName() + "." + member.getName(), promised, leaks);
          }
        }
      }
    }
    return leaks;
  }

  private static Stream<JavaType> types(JavaMember member) {
    Stream<JavaType> types = member.getAllInvolvedRawTypes().stream().map(JavaType.class::cast);
    return member instanceof JavaMethod method
        ? Stream.concat(types, method.getExceptionTypes().stream())
        : types;
  }

  private static void mentions(
      Stream<JavaType> types, String where, Set<String> promised, List<String> leaks) {
    types
        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(type -> !type.isPrimitive() && !type.getPackageName().startsWith("java."))
        .filter(type -> !promised.contains(type.getPackageName()))
        .map(type -> where + ": " + type.getName())
        .distinct()
        .forEach(leaks::add);
  }

  private static boolean isOpen(JavaClass type) {
    Optional<JavaClass> outer = type.getEnclosingClass();
    return isVisible(type) && outer.map(PromisedPackagesTest::isOpen).orElse(true);
  }

  private static boolean isVisible(HasModifiers thing) {
    return thing.getModifiers().contains(JavaModifier.PUBLIC)
        || thing.getModifiers().contains(JavaModifier.PROTECTED);
  }
}
