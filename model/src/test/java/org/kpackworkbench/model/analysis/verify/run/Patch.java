package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;

/** A fixture whose bytes can be changed. */
final class Patch {
  private final byte[] bytes;
  private final ByteBuffer numbers;
  private final ElfFile elf;

  private Patch(byte[] bytes, ElfFile elf) {
    this.bytes = bytes;
    this.numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.elf = elf;
  }

  static Patch fixture(String name) throws IOException {
    return file(Fixtures.path(name));
  }

  static Patch file(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    return new Patch(bytes, ElfFile.read(ByteView.of(file.toString(), bytes.clone())));
  }

  ElfFile elf() {
    return elf;
  }

  ElfSection section(String name) {
    return Objects.requireNonNull(elf.section(name), name).orElseThrow();
  }

  /** The n-th loaded segment. */
  ElfSegment load(int number) {
    return elf.segments().stream().filter(ElfSegment::isLoad).toList().get(number);
  }

  ElfSegment segment(long type) {
    return elf.segments().stream().filter(each -> each.type() == type).findFirst().orElseThrow();
  }

  /** Sets a field of a program header. */
  Patch program(ElfSegment segment, int field, long value) {
    return u64(segment.headerOffset() + field, value);
  }

  Patch alignment(ElfSegment segment, long value) {
    return program(segment, 48, value);
  }

  /** Sets a field of a section header. */
  Patch header(String section, int field, long value) {
    return u64(section(section).headerOffset() + field, value);
  }

  Patch u32(long offset, long value) {
    numbers.putInt((int) offset, (int) value);
    return this;
  }

  Patch u64(long offset, long value) {
    numbers.putLong((int) offset, value);
    return this;
  }

  Patch u8(long offset, int value) {
    bytes[(int) offset] = (byte) value;
    return this;
  }

  Patch flip(long offset) {
    bytes[(int) offset] ^= 1;
    return this;
  }

  /** The program header table's own entry. */
  ElfSegment programHeaders() {
    return segment(SegmentType.PHDR);
  }

  Path write(Path file) throws IOException {
    return Files.write(file, bytes);
  }
}
