package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.InfoSettings;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.views.window.shell.PlaceCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every operation that describes itself: its command, and its requests there and back. */
class OperationCommandsTest {
  private static final Set<String> EVERY_COMMAND = Set.of("-h", "--help", "--quiet", "--debug");

  /**
   * Texts that shells, path parsers and option parsers may take for something else. What begins
   * like an option of the command itself cannot be given as a value.
   */
  private static final List<String> ODD =
      List.of(
          "plain",
          "/opt/ro cm/it's $HOME/lib\"x\".so.1",
          "/tmp/a;b/-o/*",
          "lib/`x`.so",
          "-x odd",
          "--nil",
          "@file",
          "a=b",
          "~",
          "\\",
          "ä ö");

  static Stream<Cli.Verb> described() {
    return Cli.VERBS.stream();
  }

  private static Operation<?> operation(Cli.Verb verb) {
    return verb.operation().get();
  }

  private static OperationCommand<?> command(Cli.Verb verb) {
    Console silent = new Console(new ByteArrayOutputStream(), new ByteArrayOutputStream(), false);
    return (OperationCommand<?>) verb.make().apply(silent);
  }

  @ParameterizedTest
  @MethodSource("described")
  void everyOptionIsAnOptionOfTheCommand(Cli.Verb verb) {
    CommandSpec spec = command(verb).line().getCommandSpec();
    Set<String> names = new HashSet<>(EVERY_COMMAND);
    assertThat(operation(verb).name()).isEqualTo(verb.name());
    for (Option<?> option : operation(verb).options()) {
      assertThat(option.help()).as(option.toString()).endsWith(".");
      assertThat(option.title().isEmpty())
          .as("%s %s has a field, or a reason for none", verb.name(), option)
          .isEqualTo(!option.noField().isEmpty());
      if (option.isPositional()) {
        assertThat(spec.positionalParameters())
            .extracting(each -> String.join(" ", each.description()))
            .containsExactly(option.help());
      }
      for (String name : option.names()) {
        names.add(name);
        OptionSpec own = Objects.requireNonNull(spec.findOption(name), name);
        assertThat(own.required())
            .as(name)
            .isEqualTo(option.isRequired() && !option.isPositional());
        if (!option.isPositional()) {
          assertThat(own.description()).as(name).containsExactly(option.help());
          assertThat(own.paramLabel()).as(name).contains(option.label());
        }
      }
    }
    assertThat(spec.optionsMap().keySet()).isEqualTo(names);
  }

  @ParameterizedTest
  @MethodSource("described")
  void requestsSurviveTheCommandLine(Cli.Verb verb) {
    thereAndBack(operation(verb), command(verb), 400);
  }

  private static <R> void thereAndBack(
      Operation<R> operation, OperationCommand<?> command, int count) {
    Random random = new Random(operation.name().hashCode());
    Set<List<String>> seen = new HashSet<>();
    for (int done = 0; done < count; ) {
      R request;
      try {
        request = operation.request(random(operation, random));
      } catch (WrongOptionException excluded) {
        continue;
      }
      done++;
      List<String> words = operation.arguments(request);
      assertThat(command.request(command.line().parseArgs(words.toArray(String[]::new))))
          .as(words.toString())
          .isEqualTo(request);
      seen.add(words);
    }
    assertThat(seen).hasSizeGreaterThan(count / 4);
  }

  /** Arguments of which some are given, with values of their kinds. */
  private static Arguments random(Operation<?> operation, Random random) {
    Arguments given = new Arguments();
    for (Option<?> option : operation.options()) {
      boolean step = operation.steps().contains(option);
      if (!step && (option.isRequired() || random.nextInt(3) == 0)) {
        given.read(option, texts(option, random));
      }
    }
    for (int i = operation.steps().isEmpty() ? 0 : random.nextInt(6); i > 0; i--) {
      Option<?> option = operation.steps().get(random.nextInt(operation.steps().size()));
      given.step(option, text(option, option.kind().shape(), random));
    }
    return given;
  }

  private static List<String> texts(Option<?> option, Random random) {
    OptionKind<?> kind = option.kind();
    List<String> texts = new ArrayList<>();
    do {
      texts.add(text(option, kind.shape(), random));
    } while (kind.isSeveral() && random.nextBoolean());
    return texts;
  }

  private static String text(Option<?> option, Shape shape, Random random) {
    List<String> words = option.kind().words();
    if (!words.isEmpty()) {
      return words.get(random.nextInt(words.size()));
    }
    return switch (shape) {
      case SWITCH -> "true";
      case NUMBER -> Integer.toString(1 + random.nextInt(22));
      case TARGETS -> List.of("gfx942", "MI300X", "gfx90a:xnack+").get(random.nextInt(3));
      default -> {
        String odd = ODD.get(random.nextInt(ODD.size()));
        // The first dash of an argument without a name is hidden behind ./ on the way.
        yield option.isPositional() && odd.startsWith("-") ? "plain" : odd;
      }
    };
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatAFormShowsAShellReads() throws IOException {
    Operation<OverlayRequest> operation = OverlayRequest.OPERATION;
    Arguments given = new Arguments().read(OverlayRequest.ARTIFACTS, ODD);
    List<String> words =
        operation.arguments(
            operation.request(given.read(OverlayRequest.OUTPUT, List.of("-o 'x'"))));
    String line = words.stream().map(ShellText::argument).collect(Collectors.joining(" "));
    Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\0' " + line).start();
    String read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(List.of(read.split("\0"))).isEqualTo(words);
  }

  /** What is copied of a place is a command that is understood, whatever the place. */
  @Test
  void whatTheWindowCopiesACommandReads() {
    Path file = Path.of("lib/libmany.so");
    Place.File whole = new Place.File(file);
    assertThat(read(PlaceCommand.of(whole))).isEqualTo(new InfoSettings(List.of(file), false));
    Place.CodeObject code =
        new Place.CodeObject(whole, "lib/a.so", 2, "gfx90a:xnack+", null, false);
    assertThat(read(PlaceCommand.of(code)))
        .isInstanceOfSatisfying(
            ExtractSettings.class,
            settings -> {
              assertThat(settings.files()).containsExactly(file);
              assertThat(settings.binary()).contains("lib/a.so");
              assertThat(settings.index()).contains(2);
              assertThat(settings.targets().targets())
                  .containsExactly(GpuTarget.parse("gfx90a:xnack+"));
              assertThat(settings.output()).isEqualTo("a.so-2-gfx90a-xnack+.hsaco");
            });
  }

  private static Object read(String copied) {
    List<String> words = List.of(copied.split(" "));
    Cli.Verb verb =
        Cli.VERBS.stream()
            .filter(each -> each.name().equals(words.get(1)))
            .findFirst()
            .orElseThrow();
    OperationCommand<?> command = command(verb);
    return Objects.requireNonNull(
        command.request(
            command.line().parseArgs(words.subList(2, words.size()).toArray(String[]::new))));
  }

  /** Names of options come from descriptions, or what is said of them is still true. */
  @Test
  void commandsNameNoOptionThatThereIsNot() throws IOException {
    Set<String> names = new HashSet<>(List.of("--"));
    for (CommandLines.Entry entry : CommandLines.all()) {
      entry.line().getCommandSpec().options().forEach(each -> names.addAll(List.of(each.names())));
    }
    Pattern word = Pattern.compile("(?<![-\\w])--(?:[a-z]++(?:-[a-z]++)*+(?!-))?");
    Path sources = Checkout.root().resolve("app/src/main/java/org/kpackworkbench/app/cli");
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        String source = Files.readString(file);
        assertThat(word.matcher(source).results().map(MatchResult::group))
            .as(file.toString())
            .isSubsetOf(names);
        boolean describes =
            List.of("Command.java", "RootCommand.java")
                .contains(String.valueOf(file.getFileName()));
        if (!describes) {
          assertThat(source).as("%s", file).doesNotContainPattern("\"(--[a-z]|-[a-z]\")");
        }
      }
    }
  }

  @Test
  void twoOptionsOfOneNameAreRefused() {
    Option<Boolean> one = Option.flag("--one", "One.").orElse(false);
    Option<Boolean> other = Option.flag("--one", "Other.").orElse(false);
    assertThatThrownBy(
            () -> Operation.of("x", "x").option(one).option(other).reads(given -> "request"))
        .hasMessageContaining("--one");
  }

  /** Where an option names GPUs, those of this machine may be meant; here are none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kernels --target native
          search kpackfix --target gfx1100,native
          disassemble --kernel kpackfix_scalars --target native
          list --target native
          extract --all -o none --target native
          doctor --target native
          pack -o none --group-name g --gfx-arch-family f --target native
          """)
  void thisMachineIsNoTargetOfThatName(String line) {
    assumeTrue(
        Stream.of("/sys/class/kfd", "/usr/bin/rocminfo", "/opt/rocm/bin/rocminfo")
            .noneMatch(path -> Files.exists(Path.of(path))),
        "this machine has GPUs");
    List<Object> words = new ArrayList<>(List.of(line.split(" ")));
    words.add(1, CliRun.fixture("libmany.so"));
    CliRun run = CliRun.of(words.toArray());
    String option = line.replaceAll(".*(--\\S+) \\S+$", "$1");
    assertThat(run.err())
        .contains(
            option + " native: no GPU was found, neither by the kernel driver nor by rocminfo");
    assertThat(run.status()).isEqualTo(2);
  }
}
