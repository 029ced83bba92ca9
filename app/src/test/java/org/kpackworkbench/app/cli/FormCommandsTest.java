package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.split.SplitSettings;
import org.kpackworkbench.views.operation.forms.FormCommands;
import picocli.CommandLine.ParseResult;

/** The command line that a form shows asks, through a real shell, for what the form asks for. */
@DisabledOnOs(OS.WINDOWS)
class FormCommandsTest {
  private static final Path IN = Path.of("/opt/ro cm/it's $HOME/lib\"x\".so.1");
  private static final Path OUT = Path.of("/tmp/a;b/-o/*");
  private static final ArchiveOptions ALL_OPTIONS =
      ArchiveOptions.DEFAULT
          .withFilter(TargetFilter.of(List.of("gfx942", "gfx1100")))
          .withLevel(19)
          .withKeys(KeyForm.PLAIN)
          .withThreads(3)
          .withRefuseUnreferenced(true);

  private static Console console() {
    return new Console(new ByteArrayOutputStream(), new ByteArrayOutputStream(), false);
  }

  /** What a command makes of a line, as a shell splits it. */
  private static ParseResult parse(Command command, String line) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf '%s\\0' " + line)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> args = List.of(words.split("\0", -1));
    assertThat(args.getFirst()).isEqualTo("kpack-workbench");
    return command.line().parseArgs(args.subList(2, args.size() - 1).toArray(String[]::new));
  }

  private static <R> R request(OperationCommand<R> command, String line) throws IOException {
    return command.request(parse(command, line));
  }

  static List<ConvertRequest> conversions() {
    List<String> paths = List.of("../.kpack/x_@GFXARCH@.kpack", "odd one", "/a/'b'.kpack");
    ConvertRequest usual =
        ConvertRequest.keeping(IN, OUT, "lib/`x`.so", paths.subList(0, 1), Path.of("/k p"));
    return List.of(
        usual,
        usual.with(ALL_OPTIONS).named("gr oup", "gfx94X").replacing(true),
        ConvertRequest.keeping(IN, OUT, "--name", paths, Path.of("/k"))
            .with(ArchiveOptions.DEFAULT.withScheme(StorageScheme.NONE)),
        ConvertRequest.discarding(IN, OUT, "x", paths));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void convertAsksForTheSame(ConvertRequest request) throws IOException {
    String line = FormCommands.of(request);
    assertThat(request(new ConvertCommand(console()), line)).as(line).isEqualTo(request);
  }

  static List<PackRequest> packings() {
    PackRequest usual = PackRequest.of(IN, OUT, "group", "gfx94X");
    return List.of(usual, PackRequest.of(IN, OUT, "-g", "f f").with(ALL_OPTIONS).replacing(true));
  }

  @ParameterizedTest
  @MethodSource("packings")
  void packAsksForTheSame(PackRequest request) throws IOException {
    String line = FormCommands.of(request);
    assertThat(request(new PackCommand(console()), line)).as(line).isEqualTo(request);
  }

  static List<RestoreRequest> restorations() {
    RestoreRequest usual = RestoreRequest.of(IN, OUT);
    return List.of(
        usual,
        usual
            .withArchives(List.of(Path.of("/a b.kpack"), Path.of("/c.kpack")))
            .withPartial(true)
            .withReplace(true)
            .withThreads(7));
  }

  @ParameterizedTest
  @MethodSource("restorations")
  void restoreAsksForTheSame(RestoreRequest request) throws IOException {
    String line = FormCommands.of(request);
    assertThat(request(new RestoreCommand(console()), line)).as(line).isEqualTo(request);
  }

  static List<RecombineRequest> recombinations() {
    RecombineRequest usual = RecombineRequest.of(IN, Path.of("/c o/p.yaml"), OUT);
    return List.of(
        usual,
        usual
            .withComponents(List.of("blas_lib", "-odd"))
            .withPacked(true)
            .withThreads(3)
            .replacing(true));
  }

  @ParameterizedTest
  @MethodSource("recombinations")
  void recombineAsksForTheSame(RecombineRequest request) throws IOException {
    String line = FormCommands.of(request);
    assertThat(request(new RecombineCommand(console()), line)).as(line).isEqualTo(request);
  }

  static List<OverlayRequest> overlays() {
    OverlayRequest usual = OverlayRequest.of(List.of(IN), OUT);
    return List.of(
        usual,
        OverlayRequest.of(List.of(IN, Path.of("/x y_generic.tar.zst")), OUT)
            .withFlatten(true)
            .withClean(true)
            .replacing(true));
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void overlayAsksForTheSame(OverlayRequest request) throws IOException {
    String line = FormCommands.of(request);
    assertThat(request(new OverlayCommand(console()), line)).as(line).isEqualTo(request);
  }

  static List<SplitRequest> splits() {
    return List.of(
        SplitRequest.artifact(IN, OUT),
        SplitRequest.artifact(IN, OUT).named("-blas lib").kpm(KpmForm.NONE),
        SplitRequest.batch(IN, OUT)
            .databases(List.of("miopen", "rocblas"))
            .with(ALL_OPTIONS)
            .kpm(KpmForm.WITH_SHA256)
            .form(OutputForm.TAR_ZST)
            .strictDatabases(true)
            .replacing(true));
  }

  @ParameterizedTest
  @MethodSource("splits")
  void splitAsksForTheSame(SplitRequest request) throws IOException {
    String line = FormCommands.of(request, null);
    assertThat(request(new SplitCommand(console()), line))
        .as(line)
        .isEqualTo(new SplitSettings(request, null));
    if (request.batch()) {
      Path topology = Path.of("/t o/x.toml");
      ParseResult parsed = parse(new SplitCommand(console()), FormCommands.of(request, topology));
      assertThat(parsed.matchedOptionValue("--topology", "")).isEqualTo(topology.toString());
    }
  }
}
