package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/** Fat to host-only: what comes out passes the layout verifier, or nothing comes out. */
public final class ConvertFuzz {
  private ConvertFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path in = scratch.file("input.so", input);
      Path out = scratch.path("output.so");
      try {
        HostOnlyReport report =
            HostOnlyCopy.make(
                new HostOnlyRequest(in, out, false, "lib/input.so", List.of("a.kpack")));
        Check.that(Files.exists(out), "a conversion that ended well left a file");
        if (report.outcome() == HostOnlyOutcome.CONVERTED) {
          converted(in, out);
        }
      } catch (HostOnlyRefusedException refused) {
        Check.that(!Files.exists(out), "a refused conversion left a file");
      } catch (FormatException refusal) {
        Check.refusal(refusal);
        Check.that(!Files.exists(out), "a failed conversion left a file");
      }
    }
  }

  /** It has no more faults than what it was made from. */
  private static void converted(Path in, Path out) throws IOException {
    int before = faults(in);
    Check.that(faults(out) <= before, "the conversion made faults");
  }

  private static int faults(Path file) throws IOException {
    return LayoutVerifier.verify(
            ElfFile.read(ByteView.of(file.toString(), Files.readAllBytes(file))))
        .size();
  }
}
