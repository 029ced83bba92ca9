package org.kpackworkbench.model.format.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.packages.PackageFormat;

/** What a file is called by its bytes. */
class FormatsTest {
  private static final String POINTER =
      """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345678
      """;

  private static Format detect(byte[] bytes) throws FormatException {
    return StandardFormats.all().detect(ByteView.of("test", bytes));
  }

  private static Format detect(String text) throws FormatException {
    return detect(text.getBytes(ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource({
    "'!<arch>\ndebian-binary   ', deb",
    "'!<arch>\nlibone.o/', static-library",
    "'\u00ed\u00ab\u00ee\u00db\u0003', rpm",
    "'\u001f\u008b\u0008', gzip",
    "'\u00fd7zXZ\u0000', xz",
    "'BZh91AY&SY\u0001', bzip2",
    "'(\u00b5/\u00fd', zstd",
    "'\u0089PNG\r\n\u001a\n', image",
    "'%PDF-1.7\n\u0001', pdf",
    "'\u00cf\u00fa\u00ed\u00fe\u000c', mach-o",
    "'\u00ca\u00fe\u00ba\u00be\u0000\u0000\u0000\u0002', mach-o",
    "'\u00ca\u00fe\u00ba\u00be\u0000\u0000\u0000\u0041', java-class",
    "'BC\u00c0\u00de\u0001', llvm-bitcode",
    "'<!DOCTYPE html><p>404', html",
    "'\n<!-- a --><!-- b -->\n<HTML lang=en>', html",
    "'<?xml version=\"1.0\"?><html>', html",
    "'<?xml version=\"1.0\"?><a/>', xml",
    "'#!/bin/sh\nexit', script",
    "'/* GNU ld script */\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( /lib/libc.so.6 )', linker-script",
    "'INPUT(libone.so.1)', linker-script",
    "'MZ is a name, too', text",
    "'BZh is no word', text",
    "'root:x:0:0:root:/root:/bin/bash\n', text",
    "'\u0001\u0002\u0003', unknown",
    "'', empty",
  })
  void firstBytes(String start, String id) throws FormatException {
    assertThat(detect(start).id()).isEqualTo(id);
  }

  @Test
  void aPointerOfGitLfsIsReadWithWhatItStandsFor() throws FormatException {
    assertThat(detect(POINTER)).isEqualTo(NamedFormat.LFS_POINTER);
    LfsPointer pointer = LfsPointer.of(POINTER).orElseThrow();
    assertThat(pointer.oid()).startsWith("sha256:4d7a21").hasSize(71);
    assertThat(pointer.sizeBytes()).isEqualTo(12_345_678);
    assertThat(pointer.words()).startsWith("Git LFS pointer to sha256:4d7a").endsWith("11.8 MiB");
    assertThat(LfsPointer.of(POINTER.replace("12345678", "9".repeat(25))).orElseThrow().sizeBytes())
        .isEqualTo(-1);
    assertThat(detect(POINTER.replace("\n", "\r\n"))).isEqualTo(NamedFormat.LFS_POINTER);
    // A text about pointers is none, nor is one that is larger than pointers are.
    assertThat(detect("See " + POINTER)).isEqualTo(NamedFormat.TEXT);
    assertThat(detect(POINTER + "x".repeat(2000))).isEqualTo(NamedFormat.TEXT);
    assertThat(detect("version https://git-lfs.github.com/spec/v1\n")).isEqualTo(NamedFormat.TEXT);
  }

  @Test
  void aWheelIsAZipArchiveWithAWheelsDescription() throws IOException {
    assertThat(detect(zip("a.txt", "b/c.txt"))).isEqualTo(PackageFormat.ZIP);
    assertThat(detect(zip("a.txt", "rocm-7.0.dist-info/WHEEL"))).isEqualTo(PackageFormat.WHEEL);
    assertThat(detect(zip())).isEqualTo(PackageFormat.ZIP);
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
    assertThat(detect(tar)).isEqualTo(PackageFormat.TAR);
    assertThat(detect(Arrays.copyOf(tar, 260))).isEqualTo(NamedFormat.UNKNOWN);
  }

  @Test
  void whatIsReadIsToldByTheSameList() throws IOException {
    assertThat(detect(Files.readAllBytes(Fixtures.path("windows.dll"))))
        .isEqualTo(CoffFormat.FORMAT);
    assertThat(detect(Files.readAllBytes(Fixtures.path("windows.obj"))))
        .isEqualTo(CoffFormat.FORMAT);
    assertThat(detect(Files.readAllBytes(Fixtures.path("libone.so")))).isEqualTo(ElfFormat.FORMAT);
    assertThat(detect(Files.readAllBytes(Fixtures.path("bundle.co"))))
        .isEqualTo(BundleFormat.FORMAT);
    assertThat(detect(Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"))))
        .isEqualTo(CodeObjectFormat.FORMAT);
  }

  @Test
  void textsOfNothingButCommentsAreNoTrap() {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          assertThat(detect("<!---->".repeat(600) + "x")).isEqualTo(NamedFormat.TEXT);
          assertThat(detect("/**/".repeat(1000) + "x")).isEqualTo(NamedFormat.TEXT);
        });
  }

  static List<Format> all() {
    return StandardFormats.all().all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachHasAWordForPeopleAndOneForScripts(Format format) {
    assertThat(format.id()).matches("[a-z0-9]+(-[a-z0-9]+)*");
    assertThat(format.words()).isNotBlank();
    if (format.isPacked()) {
      assertThat(format.advice()).isNotEmpty();
    }
  }

  @Test
  void filesThatAreNothingButDeviceCodeBelongToOneArchitecture() {
    assertThat(all().stream().filter(Format::isDeviceCode).map(Format::id))
        .containsExactlyInAnyOrder("code-object", "bundle", "offload-container");
  }

  /**
   * What was cut off is what its name says, so that its view and its checks tell what is missing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "\u0083\u00aeformat_version\u0001"})
  void aManifestThatWasCutOffIsAManifest(String content, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.kpm");
    Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.format().id()).isEqualTo("kpm");
      assertThat(document.problems()).isNotEmpty();
    }
    Path other = Files.move(file, folder.resolve("a.dat"));
    try (Document document = StandardFormats.all().open(other)) {
      assertThat(document.format().isRead()).isFalse();
    }
  }
}
