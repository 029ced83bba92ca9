package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code info} and {@code list} print of compiled files, to the letter. */
class GoldenOutputTest {

  /** The output, with the fixtures' folder taken out of it. */
  private static String run(int status, String command, String fixture, String... options) {
    Path file = CliRun.fixture(fixture);
    List<Object> args = new ArrayList<>(List.of(command, file));
    args.addAll(List.of(options));
    CliRun run = CliRun.of(args.toArray());
    assertThat(run.status()).as(run.err()).isEqualTo(status);
    return (run.out() + run.err()).replace(file.getParent().toString(), "FIXTURES");
  }

  @ParameterizedTest
  @CsvSource({
    "info,libone.so,0",
    "info,libcomm.so,0",
    "info,libhostonly.so,0",
    "info,libcompressed.so,0",
    "info,librdc.so,0",
    "info,librelr.so,0",
    "info,exe-fixed-lld,0",
    "info,libplain.so,0",
    "info,libnosections.so,0",
    "info,object.o,0",
    "info,object-rdc.o,0",
    "info,libstatic.a,0",
    "info,libthin.a,0",
    "info,bundle.co,0",
    "info,compressed.co,0",
    "info,container-llvm22.bin,0",
    "info,container-bitcode.bin,0",
    "info,axpy-gfx906-v4.hsaco,0",
    "info,kinds-gfx1100.hsaco,0",
    "info,windows.dll,0",
    "info,windows.obj,0",
    "info,libi386.so,2",
    "list,libdrift.so,0",
    "list,libsamebundle.so,0",
    "list,libcompressed.so,0",
    "list,libstatic.a,0",
    "list,old-ids.co,0",
    "list,container-llvm19.bin,0",
    "list,mismatch.co,0",
    "list,axpy-gfx1100.hsaco,0",
  })
  void textAndJson(String command, String fixture, int status) throws IOException {
    GoldenOutput.check(command + "-" + fixture + ".txt", run(status, command, fixture));
    GoldenOutput.check(command + "-" + fixture + ".json", run(status, command, fixture, "--json"));
  }
}
