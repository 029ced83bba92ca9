package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no permission to execute there")
class DisassemblerFinderTest {
  @TempDir private Path folder;

  @Test
  void whatSomebodyPutOnThePathComesFirstThenRocmThenTheNewest() throws IOException {
    Path older = program("bin1/llvm-objdump-9");
    Path newest = program("bin2/llvm-objdump-21");
    Path middle = program("bin1/llvm-objdump-19");
    program("bin1/llvm-objdump-99x");
    Path rocm = program("rocm/llvm/bin/llvm-objdump");
    Path plain = program("bin2/llvm-objdump");
    assertThat(finder().find(null)).containsExactly(plain, rocm, newest, middle, older);
  }

  @Test
  void aPlainNameThatLeadsToAnOldVersionComesAfterNewerOnes() throws IOException {
    Path old = program("lib/llvm-14/bin/llvm-objdump");
    Path newer = program("lib/llvm-19/bin/llvm-objdump");
    Files.createDirectories(folder.resolve("bin1"));
    Path plain = Files.createSymbolicLink(folder.resolve("bin1/llvm-objdump"), old);
    Path versioned = Files.createSymbolicLink(folder.resolve("bin1/llvm-objdump-19"), newer);
    assertThat(finder().find(null)).containsExactly(versioned, plain);
  }

  @Test
  void foldersOfThatNameAreNoPrograms() throws IOException {
    Path installed = program("rocm/llvm/bin/llvm-objdump");
    Files.createDirectories(folder.resolve("bin1/llvm-objdump"));
    assertThat(finder().find(null)).containsExactly(installed);
  }

  @Test
  void theSettingsComeBeforeAll() throws IOException {
    program("bin1/llvm-objdump");
    Path chosen = program("mine/objdump");
    assertThat(finder().find(chosen)).containsExactly(chosen);
  }

  @Test
  void settingsThatNameNoProgramAreAnError() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> finder().find(missing))
        .isInstanceOf(DisassemblyException.class)
        .hasMessageContainingAll(missing.toString(), "settings");
  }

  @Test
  void withoutTheToolTheMessageSaysWhatToInstall() throws IOException {
    Files.createDirectories(folder.resolve("bin1"));
    Files.createFile(folder.resolve("bin1/llvm-objdump"));
    assertThatThrownBy(() -> finder().find(null))
        .isInstanceOfSatisfying(
            DisassemblyException.class,
            failure ->
                assertThat(failure.reason()).isEqualTo(DisassemblyException.Reason.NOT_INSTALLED))
        .hasMessageContainingAll("llvm-objdump was not found", "apt install llvm");
  }

  private DisassemblerFinder finder() {
    return new DisassemblerFinder(
        List.of(folder.resolve("bin1"), folder.resolve("bin2")),
        List.of(folder.resolve("rocm/llvm/bin")));
  }

  private Path program(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.createFile(file);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
