package tour;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.kpackworkbench.model.analysis.library.KpackLibrary;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertPlan;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Snippets for the documentation of the library's packages: {@code Snippets SAMPLE OUTPUT}. */
public final class Snippets {
  private Snippets() {}

  public static void main(String[] args) throws IOException, QueryException {
    Path sample = Path.of(args[0]);
    Path out = Path.of(args[1]);
    Path fat = sample.resolve("lib/libmixed.so");
    Path archive = sample.resolve(".kpack/kpackfix_gfx90a.kpack");
    open(fat);
    ByteView code = archive(archive);
    library(sample.resolve("lib/libhostonly.so"), fat, built(fat, out), out);
    bytes(fat);
    elf(fat);
    image(fat);
    progress(fat);
    target();
    query();
    owners(fat);
    metadata(archive);
    budget(archive);
    artifact();
    wrappers(fat);
    write(out.resolve("own.kpack"), code);
    convert(fat, out);
    coverage(sample);
    verify(sample);
  }

  private static void open(Path path) throws IOException, QueryException {
    // @start region="open"
    try (Document document = StandardFormats.all().open(path)) {
      System.out.println(document.format().words());
      CodeObjects codeObjects = document.codeObjects();
      CodeObjectQuery query = CodeObjectQuery.parse("arch:gfx942 size>1K");
      for (int row = 0; row < codeObjects.size(); row++) {
        CodeObjectRow found = codeObjects.row(row);
        if (found.usable() && query.accepts(codeObjects, found)) {
          ByteView code = codeObjects.load(row, Progress.NONE);
          System.out.println(found.target() + ": " + code.size() + " bytes");
        }
      }
    }
    // @end
    // @start region="info"
    try (Document document = StandardFormats.all().open(path);
        TextOut out = new TextOut(System.out, StandardCharsets.UTF_8)) {
      Report report = new Report(new Facts());
      document.info(false, Progress.NONE).describe(report);
      report.text(out);
    }
    // @end
  }

  private static ByteView archive(Path path) throws IOException {
    // @start region="archive"
    try (KpackArchive archive = KpackArchive.open(path)) {
      for (ArchiveEntry entry : archive.entries()) {
        System.out.println(entry.key() + " @ " + entry.target());
      }
      return archive.codeObject("lib/libmany.so", 0, "gfx90a:xnack+").orElseThrow().load();
    }
    // @end
  }

  /** An artifact as builds make it: a folder with a list of its stage prefixes. */
  private static Path built(Path fat, Path out) throws IOException {
    Path artifact = out.resolve("demo_lib_gfx90X");
    Path stage = Files.createDirectories(artifact.resolve("stage/lib"));
    Files.copy(fat, stage.resolve("libmixed.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    return artifact;
  }

  private static void library(Path hostOnly, Path fat, Path artifact, Path out) throws IOException {
    // @start region="library"
    ByteView code = KpackLibrary.load(hostOnly, 0, GpuTarget.parse("gfx942")).orElseThrow();
    System.out.println(KpackLibrary.kernelNames(code));
    try (TextOut text = new TextOut(System.out, StandardCharsets.UTF_8)) {
      KpackLibrary.resolve(hostOnly, List.of(GpuTarget.parse("gfx942"))).text(text);
      KpackLibrary.pack(fat, out.resolve("packed"), "demo", "all").text(text);
      KpackLibrary.split(artifact, out.resolve("split")).text(text);
    }
    KpackLibrary.restore(out.resolve("packed/libmixed.so"), out.resolve("fat.so"));
    KpackLibrary.extract(fat, out.resolve("code"));
    KpackLibrary.prune(fat, out.resolve("small.so"), TargetFilter.of(List.of("gfx942")));
    System.out.println(KpackLibrary.diff(List.of(fat, out.resolve("small.so")), System.out));
    // @end
  }

  private static void bytes(Path path) throws IOException {
    // @start region="bytes"
    try (OpenFile file = OpenFile.open(path)) {
      ByteView header = file.view().slice(0, 64);
      System.out.printf("magic %08x%n", header.u32(0));
      header.u32(64);
    } catch (FormatException outside) {
      System.out.println(outside.reason() + " in " + outside.file());
    }
    // @end
  }

  private static void elf(Path path) throws IOException {
    // @start region="elf"
    try (OpenFile file = OpenFile.open(path)) {
      for (ElfSection section : ElfFile.read(file.view()).sections()) {
        System.out.println(section.name() + ", " + section.sizeBytes() + " bytes");
      }
    }
    // @end
  }

  private static void windows(Path path) throws IOException {
    // @start region="windows"
    try (OpenFile file = OpenFile.open(path)) {
      CoffFile dll = CoffFile.read(file.view());
      for (ImageTables.Export export : ImageTables.read(dll).exports()) {
        System.out.println(export.name() + " at 0x" + Long.toHexString(export.address()));
      }
    }
    // @end
  }

  private static void image(Path path) throws IOException {
    // @start region="image"
    try (OpenFile file = OpenFile.open(path)) {
      HostImage image = HostImages.read(file.view());
      for (HostImage.Section section : image.sections()) {
        System.out.println(section.label() + " at 0x" + Long.toHexString(section.address()));
      }
    }
    // @end
  }

  private static void progress(Path path) throws IOException {
    // @start region="progress"
    AtomicLong done = new AtomicLong();
    Progress progress =
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            System.out.println(what);
          }

          @Override
          public void advance(long units) {
            done.addAndGet(units);
          }

          @Override
          public boolean cancelled() {
            return Thread.currentThread().isInterrupted();
          }
        };
    VerifyReport report = Verify.run(List.of(path), VerifyRequest.everything(), progress);
    // @end
    System.out.println(report.checked().size() + " file, " + done + " bytes");
  }

  private static void target() {
    // @start region="target"
    GpuTarget target = GpuTarget.parse("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+");
    System.out.println(target + " runs on " + target.processor());
    // @end
  }

  private static void query() throws QueryException {
    // @start region="query"
    Map<String, String> row = Map.of("name", "lib/libgemm.so", "arch", "gfx942");
    Query query = Query.parse("name:gemm arch:gfx90a|gfx942", Set.of("name", "arch"));
    boolean matches =
        query.matches(
            new Query.Row() {
              @Override
              public String text(String field) {
                return row.get(field);
              }

              @Override
              public double number(String field) {
                return Double.NaN;
              }
            });
    // @end
    System.out.println("matches: " + matches);
  }

  private static void owners(Path path) throws IOException {
    // @start region="owners"
    try (Document document = StandardFormats.all().open(path)) {
      for (Claim claim : document.ownership().at(0x10)) {
        System.out.println(claim.label() + " " + claim.range());
      }
    }
    // @end
  }

  private static void metadata(Path path) throws IOException {
    // @start region="metadata"
    try (KpackArchive archive = KpackArchive.open(path)) {
      Map<String, MsgValue> metadata = archive.metadata(0);
      metadata.forEach((name, value) -> System.out.println(name + ": " + value));
    }
    // @end
  }

  private static void budget(Path path) throws IOException {
    // @start region="budget"
    UnpackBudget budget = UnpackBudget.operation(false);
    try (KpackArchive archive = KpackArchive.open(path, budget)) {
      System.out.println(archive.load(0).size() + " bytes");
    }
    // @end
  }

  private static void artifact() {
    // @start region="artifact"
    ArtifactName name = ArtifactName.parse("blas_lib_gfx94X").orElseThrow();
    System.out.println(name.component() + " of " + name.artifact() + " for " + name.family());
    // @end
  }

  private static void wrappers(Path path) throws IOException {
    // @start region="wrappers"
    try (Document document = StandardFormats.all().open(path)) {
      if (document instanceof ElfDocument binary) {
        FatBinary fat = binary.fat();
        System.out.println(fat.state().words());
        for (Wrapper wrapper : fat.wrappers()) {
          System.out.println(wrapper.magic() + " leads to " + wrapper.target());
        }
      }
    }
    // @end
  }

  private static void write(Path path, ByteView code) throws IOException {
    // @start region="write"
    TableHead head = new TableHead("demo", "gfx90a", List.of("gfx90a:xnack+"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(path, head, WriteOptions.DEFAULT, Progress.NONE)) {
      writer.add(NewEntry.of(new BinaryKey("lib/libdemo.so", 0, true), "gfx90a:xnack+"), code);
      writer.finish();
    }
    // @end
  }

  private static void convert(Path fat, Path out) throws IOException {
    // @start region="convert"
    ConvertRequest request =
        ConvertRequest.keeping(
                fat,
                out.resolve("lib/libdemo.so"),
                "lib/libdemo.so",
                List.of("../.kpack/demo_@GFXARCH@.kpack"),
                out.resolve(".kpack"))
            .with(
                ArchiveOptions.DEFAULT.with(
                    ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx942", "MI210"))));
    ConvertPlan plan = new Convert(request).plan(Progress.NONE);
    for (OperationNote note : plan.findings()) {
      System.out.println(note.severity() + " " + note.message());
    }
    ConvertReport report = new Convert(request).run();
    System.out.println(report.archives().size() + " archives");
    System.out.println(report.binary().after().sections().size() + " sections");
    // @end
    // @start region="describe"
    Operation<ConvertRequest> operation = ConvertRequest.OPERATION;
    System.out.println(operation.name() + " " + String.join(" ", operation.arguments(request)));
    // @end
  }

  private static void coverage(Path tree) throws IOException {
    // @start region="coverage"
    CoverageGrid grid = Verify.coverage(tree, Progress.NONE);
    for (int row = 0; row < grid.rows().size(); row++) {
      for (int column = 0; column < grid.columns().size(); column++) {
        if (grid.cell(row, column) instanceof CoverageCell.Hole) {
          System.out.println(
              grid.rows().get(row).key() + " has no code for " + grid.columns().get(column));
        }
      }
    }
    // @end
  }

  private static void verify(Path folder) {
    // @start region="verify"
    VerifyRequest request = VerifyRequest.everything().failingOn(Severity.WARNING);
    VerifyReport report = Verify.run(List.of(folder), request);
    System.out.println(report.passed() ? "passed" : report.outcome().words());
    for (Finding finding : report.findings()) {
      System.out.println(finding.line());
    }
    // @end
  }
}
