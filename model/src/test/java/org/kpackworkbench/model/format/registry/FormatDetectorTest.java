package org.kpackworkbench.model.format.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.fixtures.Fixtures;

/** What a file is called by its bytes. */
class FormatDetectorTest {
  private static final String POINTER =
      """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345678
      """;

  private static Format detect(byte[] bytes) throws FormatException {
    return FormatDetector.detect(ByteView.of("test", bytes));
  }

  private static Format detect(String text) throws FormatException {
    return detect(text.getBytes(ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource({
    "'!<arch>\ndebian-binary   ', DEB",
    "'!<arch>\nlibone.o/', STATIC_LIBRARY",
    "'\u00ed\u00ab\u00ee\u00db\u0003', RPM",
    "'\u001f\u008b\u0008', GZIP",
    "'\u00fd7zXZ\u0000', XZ",
    "'BZh91AY&SY\u0001', BZIP2",
    "'(\u00b5/\u00fd', ZSTD",
    "'\u0089PNG\r\n\u001a\n', IMAGE",
    "'%PDF-1.7\n\u0001', PDF",
    "'\u00cf\u00fa\u00ed\u00fe\u000c', MACH_O",
    "'\u00ca\u00fe\u00ba\u00be\u0000\u0000\u0000\u0002', MACH_O",
    "'\u00ca\u00fe\u00ba\u00be\u0000\u0000\u0000\u0041', JAVA_CLASS",
    "'BC\u00c0\u00de\u0001', LLVM_BITCODE",
    "'<!DOCTYPE html><p>404', HTML",
    "'\n<!-- a --><!-- b -->\n<HTML lang=en>', HTML",
    "'<?xml version=\"1.0\"?><html>', HTML",
    "'<?xml version=\"1.0\"?><a/>', XML",
    "'#!/bin/sh\nexit', SCRIPT",
    "'/* GNU ld script */\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( /lib/libc.so.6 )', LINKER_SCRIPT",
    "'INPUT(libone.so.1)', LINKER_SCRIPT",
    "'MZ is a name, too', TEXT",
    "'BZh is no word', TEXT",
    "'root:x:0:0:root:/root:/bin/bash\n', TEXT",
    "'\u0001\u0002\u0003', UNKNOWN",
    "'', EMPTY",
  })
  void firstBytes(String start, Format format) throws FormatException {
    assertThat(detect(start)).isEqualTo(format);
  }

  @Test
  void aPointerOfGitLfsIsReadWithWhatItStandsFor() throws FormatException {
    assertThat(detect(POINTER)).isEqualTo(Format.LFS_POINTER);
    LfsPointer pointer = LfsPointer.of(POINTER).orElseThrow();
    assertThat(pointer.oid()).startsWith("sha256:4d7a21").hasSize(71);
    assertThat(pointer.sizeBytes()).isEqualTo(12_345_678);
    assertThat(pointer.words()).startsWith("Git LFS pointer to sha256:4d7a").endsWith("11.8 MiB");
    assertThat(LfsPointer.of(POINTER.replace("12345678", "9".repeat(25))).orElseThrow().sizeBytes())
        .isEqualTo(-1);
    assertThat(detect(POINTER.replace("\n", "\r\n"))).isEqualTo(Format.LFS_POINTER);
    // A text about pointers is none, nor is one that is larger than pointers are.
    assertThat(detect("See " + POINTER)).isEqualTo(Format.TEXT);
    assertThat(detect(POINTER + "x".repeat(2000))).isEqualTo(Format.TEXT);
    assertThat(detect("version https://git-lfs.github.com/spec/v1\n")).isEqualTo(Format.TEXT);
  }

  @Test
  void aWheelIsAZipArchiveWithAWheelsDescription() throws IOException {
    assertThat(detect(zip("a.txt", "b/c.txt"))).isEqualTo(Format.ZIP);
    assertThat(detect(zip("a.txt", "rocm-7.0.dist-info/WHEEL"))).isEqualTo(Format.WHEEL);
    assertThat(detect(zip())).isEqualTo(Format.ZIP);
  }

  private static byte[] zip(String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(1);
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void aTarIsToldByItsFirstHeader() throws FormatException {
    byte[] tar = new byte[1024];
    tar[0] = 'a';
    byte[] magic = "ustar\0".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(magic, 0, tar, 257, magic.length);
    assertThat(detect(tar)).isEqualTo(Format.TAR);
    assertThat(detect(Arrays.copyOf(tar, 260))).isEqualTo(Format.UNKNOWN);
  }

  @Test
  void whatIsReadIsToldByTheSameList() throws IOException {
    assertThat(detect(Files.readAllBytes(Fixtures.path("windows.dll")))).isEqualTo(Format.COFF);
    assertThat(detect(Files.readAllBytes(Fixtures.path("windows.obj")))).isEqualTo(Format.COFF);
    assertThat(detect(Files.readAllBytes(Fixtures.path("libone.so")))).isEqualTo(Format.ELF);
    assertThat(detect(Files.readAllBytes(Fixtures.path("bundle.co")))).isEqualTo(Format.BUNDLE);
    assertThat(detect(Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"))))
        .isEqualTo(Format.CODE_OBJECT);
  }

  @Test
  void textsOfNothingButCommentsAreNoTrap() {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          assertThat(detect("<!---->".repeat(600) + "x")).isEqualTo(Format.TEXT);
          assertThat(detect("/**/".repeat(1000) + "x")).isEqualTo(Format.TEXT);
        });
  }

  @ParameterizedTest
  @EnumSource
  void eachHasAWordForPeopleAndOneForScripts(Format format) {
    assertThat(format.id()).matches("[a-z0-9]+(-[a-z0-9]+)*");
    assertThat(format.words()).isNotBlank();
    if (format.isPacked()) {
      assertThat(format.advice()).isNotEmpty();
    }
  }
}
