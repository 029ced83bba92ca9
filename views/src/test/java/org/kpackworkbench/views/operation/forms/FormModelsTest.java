package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The forms without a toolkit. */
class FormModelsTest {
  @TempDir Path temp;
  private Path many = Path.of("");
  private Path root = Path.of("");

  @BeforeEach
  void tree() throws IOException {
    root = temp.toRealPath().resolve("rocm");
    many = root.resolve("lib/libmany.so");
    Files.createDirectories(root.resolve("lib"));
    Files.copy(fixture("libmany.so"), many);
  }

  private static ConvertModel convert(Path file) {
    return new ConvertModel(file, Background.sameThread());
  }

  private static List<String> statuses(FormModel<?> model) {
    return model.previewProperty().get().rows().stream().map(row -> row.status().words()).toList();
  }

  private static FormReport preview(FormModel<?> model) {
    return model.previewProperty().get();
  }

  @Test
  void aFatBinaryIsProposedWithItsArchives() {
    ConvertModel model = convert(many);
    assertThat(model.possibleProperty().get()).as(preview(model).problem()).isTrue();
    FormRow binary = preview(model).rows().getFirst();
    assertThat(binary.name()).isEqualTo("libmany.so.host-only");
    assertThat(binary.afterBytes()).isLessThan(binary.beforeBytes());
    assertThat(statuses(model)).startsWith("host-only", "new");
    List<String> archives =
        preview(model).rows().stream()
            .filter(row -> row.status() == OutputStatus.WRITTEN)
            .map(FormRow::name)
            .toList();
    assertThat(archives)
        .isNotEmpty()
        .allMatch(name -> name.startsWith("many_gfx") && name.endsWith(".kpack"));
    assertThat(model.commandProperty().get())
        .isEqualTo(
            "kpack-workbench convert %s -o %s --kernel-name lib/libmany.so --search-path"
                    .formatted(many, many + ".host-only")
                + " ../.kpack/many_@GFXARCH@.kpack --archives %s --group-name many"
                    .formatted(root.resolve(".kpack")));
    assertThat(root.resolve(".kpack")).doesNotExist();
  }

  @Test
  void whatIsWrongIsSaidWhereItIs() {
    ConvertModel model = convert(many);
    model.field("kernel-name").set(" ");
    assertThat(model.field("kernel-name").problemProperty().get()).contains("needs the name");
    assertThat(model.possibleProperty().get()).isFalse();
    assertThat(model.commandProperty().get()).isEmpty();
    model.field("kernel-name").set("lib/libmany.so");
    assertThat(model.field("kernel-name").problemProperty().get()).isEmpty();
    model.field("level").set("23");
    assertThat(model.field("level").problemProperty().get())
        .isEqualTo("Expected 1 to 22, found 23.");
    model.field("level").set("19");
    model.field("group-name").set("a/b");
    assertThat(model.field("group-name").problemProperty().get()).contains("no slashes");
    model.field("group-name").set("many");
    assertThat(model.possibleProperty().get()).isTrue();
  }

  @Test
  void targetsThatOccurCanBeLeftOut() {
    ConvertModel model = convert(many);
    List<TargetChoices.Choice> choices = List.copyOf(model.targets().list());
    assertThat(choices.size()).isGreaterThan(1);
    choices.getFirst().keptProperty().set(false);
    assertThat(statuses(model)).contains("not kept");
    assertThat(model.commandProperty().get()).contains("--target ");
    assertThat(Objects.requireNonNull(model.request()).options().filter().targets())
        .doesNotContain(GpuTarget.of(choices.getFirst().processor()))
        .hasSize(choices.size() - 1);
    model.targets().keepAll(false);
    assertThat(model.possibleProperty().get()).isFalse();
    assertThat(model.targets().field().problemProperty().get()).contains("at least one");
    model.targets().keepAll(true);
    assertThat(model.commandProperty().get()).doesNotContain("--target");
  }

  @Test
  void databasesThatStayGenericAreSaid() throws IOException {
    Path artifact = root.resolveSibling("blas_lib_gfx9X");
    Path library = Files.createDirectories(artifact.resolve("math/stage/lib/rocblas/library"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    Files.copy(many, library.getParent().resolveSibling("libmany.so"));
    Files.writeString(library.resolve("T_gfx942.dat"), "942");
    SplitModel model = new SplitModel(artifact.toString(), false, Background.sameThread());
    assertThat(preview(model).notes())
        .extracting(Note::text)
        .filteredOn(text -> text.contains("rocblas"))
        .singleElement()
        .asString()
        .contains("1 file of rocblas (gfx942; 3 B) stays in the generic artifact")
        .contains("name rocblas in “Databases”");
    model.field(SplitRequest.DATABASES).set("rocblas");
    assertThat(preview(model).notes()).noneMatch(note -> note.text().contains("rocblas"));
  }

  @Test
  void throwingAwayIsSaidInStrongWords() {
    ConvertModel model = convert(many);
    model.field(ConvertRequest.DISCARD).turn(true);
    assertThat(statuses(model)).contains("discarded").doesNotContain("new");
    assertThat(preview(model).notes().getFirst().text()).contains("cannot be restored");
    assertThat(model.commandProperty().get())
        .endsWith("--discard-device-code")
        .doesNotContain("--archives");
    assertThat(Objects.requireNonNull(model.request()).discard()).isTrue();
  }

  @Test
  void whatIsThereAlreadyIsLeftUnlessTheUserSaysSo() throws IOException {
    Files.writeString(root.resolve("lib/libmany.so.host-only"), "mine");
    ConvertModel model = convert(many);
    assertThat(statuses(model)).startsWith("already exists");
    assertThat(preview(model).problem()).startsWith("libmany.so.host-only already exists.");
    assertThat(model.possibleProperty().get()).isFalse();
    model.field("force").turn(true);
    assertThat(statuses(model)).startsWith("replaced");
    assertThat(model.possibleProperty().get()).isTrue();
    assertThat(model.commandProperty().get()).endsWith(" --force");
  }

  @Test
  void everyOptionStandsInTheCommandAndIsQuoted() {
    ConvertModel model = convert(many);
    model.field("output").set(temp + "/it's here/out.so");
    assertThat(preview(model).problem()).startsWith("There is no folder");
    model.field("search-path").set("a b/@GFXARCH@.kpack\n\n../x.kpack\n");
    model.field(ArchiveOptions.COMPRESSION).choose(StorageScheme.NONE);
    model.field(ArchiveOptions.KEYS).choose(KeyForm.PLAIN);
    model.field("jobs").set("1");
    model.field("refuse-unreferenced").turn(true);
    model.field("gfx-arch-family").set("gfx94X");
    assertThat(model.commandProperty().get())
        .contains("-o '" + temp + "/it'\\''s here/out.so' ")
        .contains("--search-path 'a b/@GFXARCH@.kpack' --search-path ../x.kpack ")
        .contains("--gfx-arch-family gfx94X --compression none --keys plain --jobs 1")
        .contains("--refuse-unreferenced");
  }

  @Test
  void aRefusalSaysWhyAndWhatToDo() throws IOException {
    Path file = root.resolve("lib/libnosections.so");
    Files.copy(fixture("libnosections.so"), file);
    ConvertModel model = convert(file);
    assertThat(model.possibleProperty().get()).isFalse();
    assertThat(preview(model).problem())
        .contains("libnosections.so cannot be made host-only")
        .contains("Convert the file before its section headers are stripped.");
  }

  @Test
  void aTreeIsProposedWithEveryFile() throws IOException {
    Files.writeString(root.resolve("README"), "read me");
    Files.copy(fixture("libplain.so"), root.resolve("lib/libplain.so"));
    PackModel model = new PackModel(root, Background.sameThread());
    assertThat(model.possibleProperty().get()).as(preview(model).problem()).isTrue();
    assertThat(statuses(model)).containsExactly("new", "host-only", "copied", "copied");
    assertThat(preview(model).rows().getFirst().name())
        .isEqualTo(".kpack/rocm-%s.kpack".formatted(model.field("gfx-arch-family").text()));
    assertThat(preview(model).summary()).contains("1 binary made host-only", "2 other files");
    assertThat(model.commandProperty().get())
        .startsWith(
            "kpack-workbench pack %s -o %s-packed --group-name rocm --gfx-arch-family "
                .formatted(root, root));
    model.field("output").set(root.resolve("inside").toString());
    assertThat(preview(model).problem()).contains("lies in the input");
  }

  @Test
  void aFamilyIsProposedFromTheTargets() throws IOException {
    Path one = temp.toRealPath().resolve("one/libone.so");
    Files.createDirectories(temp.resolve("one"));
    Files.copy(fixture("libone.so"), one);
    PackModel model = new PackModel(one, Background.sameThread());
    model.targets().keepAll(false);
    model.targets().list().getFirst().keptProperty().set(true);
    assertThat(model.field("gfx-arch-family").text()).isNotEmpty();
    assertThat(preview(model).rows().getFirst().name())
        .isEqualTo(".kpack/one-%s.kpack".formatted(model.field("gfx-arch-family").text()));
    assertThat(model.commandProperty().get())
        .contains("--gfx-arch-family " + model.field("gfx-arch-family").text());
  }

  @Test
  void aFamilyThatWasChosenStays() {
    PackModel model = new PackModel(root, Background.sameThread());
    model.field("gfx-arch-family").set("mine");
    model.targets().list().getFirst().keptProperty().set(false);
    assertThat(model.field("gfx-arch-family").text()).isEqualTo("mine");
    assertThat(PackModel.family(List.of("gfx90a:xnack+", "gfx90a"))).isEqualTo("gfx90a");
    assertThat(PackModel.family(List.of("gfx1100", "gfx1101"))).isEqualTo("gfx11");
    assertThat(PackModel.family(List.of("gfx1100", "gfx942"))).isEqualTo("mixed");
  }

  private static <R> void run(JobModel<R> model, Progress progress) throws Exception {
    R request = Objects.requireNonNull(model.request());
    assertThat(model.task(request).work().run(progress).rows()).isNotEmpty();
  }

  @Test
  void restoringFindsTheArchives() throws Exception {
    run(convert(many), Progress.NONE);
    Path hostOnly = root.resolve("lib/libmany.so.host-only");
    RestoreModel model = new RestoreModel(hostOnly, Background.sameThread());
    assertThat(model.possibleProperty().get()).as(preview(model).problem()).isTrue();
    assertThat(model.field("output").text())
        .isEqualTo(root.resolve("lib/libmany.so.fat").toString());
    List<Path> found = new ArrayList<>(model.archives());
    assertThat(found).hasSizeGreaterThan(1);
    assertThat(statuses(model)).startsWith("fat again", "read");
    assertThat(model.commandProperty().get()).doesNotContain("--archive");
    model.remove(List.of(found.getFirst()));
    assertThat(model.possibleProperty().get()).isFalse();
    assertThat(statuses(model)).contains("missing");
    assertThat(preview(model).problem()).contains("Add the archives that have them");
    model.field(RestoreRequest.PARTIAL).turn(true);
    assertThat(model.possibleProperty().get()).isTrue();
    assertThat(model.commandProperty().get()).contains("--archive ").endsWith(" --partial");
    model.find();
    assertThat(model.archives()).isEqualTo(found);
  }

  @Test
  void whatIsTheSameOfSeveralFilesIsSaidOnce() {
    List<OperationNote> findings = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      findings.add(
          new OperationNote(Severity.NOTE, "rule", root.resolve("lib/" + name), "odd", "Look."));
    }
    findings.add(new OperationNote(Severity.ERROR, "worse", temp.resolve("x"), "bad.", ""));
    assertThat(Note.of(findings, root))
        .containsExactly(Note.error("x: bad."), Note.info("lib/a, lib/b and 2 others: odd. Look."));
  }

  @Test
  void whatIsCancelledLeavesNothing() throws IOException {
    Cancelled cancelled = new Cancelled();
    ConvertModel convert = convert(many);
    assertThatThrownBy(() -> run(convert, cancelled)).isInstanceOf(CancellationException.class);
    PackModel pack = new PackModel(root, Background.sameThread());
    assertThatThrownBy(() -> run(pack, cancelled)).isInstanceOf(CancellationException.class);
    try (Stream<Path> left = Files.walk(temp.toRealPath())) {
      assertThat(left.filter(Files::isRegularFile)).containsExactly(many);
    }
  }

  @Test
  void aDatabaseWhosePackingOrUnpackingIsCancelledLeavesNothing() throws Exception {
    Path database = root.resolve("rocfft_kernel_cache.db");
    Files.copy(fixture("rocfft_kernel_cache.db"), database);
    Path out = root.resolve("out");
    PackDatabaseModel packing = new PackDatabaseModel(database, Background.sameThread());
    PackDatabaseRequest pack = new PackDatabaseRequest(database, out, false);
    assertThatThrownBy(() -> packing.task(pack).work().run(new Cancelled()))
        .isInstanceOf(CancellationException.class);
    assertThat(left()).containsExactlyInAnyOrder(many, database);
    packing.task(pack).work().run(Progress.NONE);
    List<Path> packed = left();
    List<Path> archives = packed.stream().filter(path -> path.startsWith(out)).toList();
    UnpackDatabaseRequest unpack = new UnpackDatabaseRequest(archives, root.resolve("back"), false);
    UnpackDatabaseModel unpacking =
        new UnpackDatabaseModel(archives.getFirst(), Background.sameThread());
    assertThatThrownBy(() -> unpacking.task(unpack).work().run(new Cancelled()))
        .isInstanceOf(CancellationException.class);
    assertThat(left()).isEqualTo(packed);
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> left = Files.walk(temp.toRealPath())) {
      return left.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Cancels once the work writes. */
  private static final class Cancelled implements Progress {
    private volatile boolean writing;

    @Override
    public void begin(String what, long totalUnits, Unit unit) {
      writing |= what.startsWith("Pack") || what.startsWith("Unpack") || what.startsWith("Writ");
    }

    @Override
    public boolean cancelled() {
      return writing;
    }
  }

  @Test
  void aBinaryWithoutArchivesSaysWhereTheyWereLookedFor() throws Exception {
    run(convert(many), Progress.NONE);
    Path alone = temp.toRealPath().resolve("alone.so");
    Files.copy(root.resolve("lib/libmany.so.host-only"), alone);
    RestoreModel model = new RestoreModel(alone, Background.sameThread());
    assertThat(preview(model).problem()).contains("none of its archives was found");
    assertThat(statuses(model)).contains("not found");
  }

  /** What commands call an option is a field here. */
  @Test
  void messagesNameFieldsAndNotOptions() throws IOException {
    Files.copy(fixture("libone.so"), root.resolve("lib/libone.so"));
    PruneModel model = new PruneModel(root, Background.sameThread());
    model.targets().list().stream()
        .filter(choice -> choice.processor().equals("gfx1030"))
        .forEach(choice -> choice.keptProperty().set(true));
    assertThat(model.field(PruneRequest.KEEP).text()).isEqualTo("gfx1030");
    assertThat(preview(model).problem())
        .contains("libone.so")
        .endsWith("confirm with “Allow binaries without any code”.")
        .doesNotContain("--");
    assertThat(model.inOwnWords("no --keep-all, --force-x or --dry-run"))
        .isEqualTo("no --keep-all, --force-x or --dry-run");
    IOException failure = new IOException("confirm with --force, or leave out --allow-empty");
    assertThat(FormFailure.in(model, failure))
        .hasMessage(
            "confirm with “Replace an existing output”, or leave out “Allow binaries without any"
                + " code”.")
        .hasCause(failure);
    IOException plain = new IOException("the disk is full");
    assertThat(FormFailure.in(model, plain)).isSameAs(plain);
  }
}
