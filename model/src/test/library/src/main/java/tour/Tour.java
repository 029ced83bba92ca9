package tour;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** Opens, lists, loads, converts and verifies: {@code Tour FAT_LIBRARY OUTPUT_FOLDER}. */
public final class Tour {
  private Tour() {}

  public static void main(String[] args) throws IOException {
    Path fat = Path.of(args[0]);
    Path out = Path.of(args[1]);
    // @start region="tour"
    try (Document document = StandardFormats.all().open(fat)) {
      for (int row = 0; row < document.codeObjects().size(); row++) {
        CodeObjectRow found = document.codeObjects().row(row);
        System.out.printf("%d %s %d%n", found.index(), found.target(), found.originalSizeBytes());
      }
    }
    ConvertRequest request =
        ConvertRequest.keeping(
            fat,
            out.resolve("lib/libdemo.so"),
            "lib/libdemo.so",
            List.of("../.kpack/demo_@GFXARCH@.kpack"),
            out.resolve(".kpack"));
    ConvertReport report = new Convert(request).run();
    System.out.println(report.binary().outcome().words());
    try (KpackArchive archive = KpackArchive.open(out.resolve(".kpack/demo_gfx942.kpack"))) {
      ByteView code = archive.codeObject("lib/libdemo.so", 0, "gfx942").orElseThrow().load();
      code.writeTo(out.resolve("demo-gfx942.hsaco"));
      System.out.printf("%d bytes for gfx942%n", code.size());
    }
    VerifyReport verified = Verify.run(List.of(out), VerifyRequest.everything());
    System.out.println(verified.outcome().words());
    // @end
  }
}
