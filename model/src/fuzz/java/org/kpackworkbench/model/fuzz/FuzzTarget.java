package org.kpackworkbench.model.fuzz;

import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.process.LinkerCache;
import org.kpackworkbench.model.analysis.resolve.process.MemoryMap;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectFuzz;
import org.kpackworkbench.model.format.codeobject.CodeObjectGlance;
import org.kpackworkbench.model.format.codeobject.DescriptorFuzz;
import org.kpackworkbench.model.format.codeobject.DisassemblyFuzz;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor;
import org.kpackworkbench.model.format.codeobject.MetadataFuzz;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.container.ContainerFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.inspect.ValueInspector;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.log.LogLines;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.EntryId;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.format.packages.WheelVariants;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.JournalFuzz;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.PackedTree;

/**
 * Every reader of bytes from outside, and what feeds it. The long run ({@code .ci/fuzz}), its table
 * and the test that replays the corpus are made from this list; a test fails for a reader that is
 * not in it.
 */
public enum FuzzTarget {
  ARCHIVE(
      ArchiveFuzz::fuzzerTestOneInput,
      ArchiveFuzz.class,
      List.of(KpackArchive.class, BundleOrigin.class),
      ".kpack"),
  ARCHIVE_EDIT(
      ArchiveEditFuzz::fuzzerTestOneInput,
      ArchiveEditFuzz.class,
      List.of(EditedArchive.class),
      ".kpack"),
  ZSTD_DICTIONARY(SchemeFuzz::fuzzerTestOneInput, SchemeFuzz.class, List.of(KpackArchive.class)),
  ZSTD_SOLID(SchemeFuzz::fuzzerTestOneInput, SchemeFuzz.class, List.of(KpackArchive.class)),
  MANIFEST(
      ManifestFuzz::fuzzerTestOneInput, ManifestFuzz.class, List.of(ManifestFile.class), ".kpm"),
  MESSAGE_PACK(
      MessagePackFuzz::fuzzerTestOneInput, MessagePackFuzz.class, List.of(MsgCursor.class)),
  ELF(
      ElfFuzz::fuzzerTestOneInput,
      ElfFuzz.class,
      List.of(ElfFile.class, LayoutVerifier.class),
      "libtiny.so",
      "libplain.so",
      "librelr-gnu.so",
      "libversions-gnu.so",
      "libpowerpc64.so",
      "libi386.so",
      "object-rdc.o"),
  FAT_BINARY(
      FatBinaryFuzz::fuzzerTestOneInput,
      FatBinaryFuzz.class,
      List.of(FatBinary.class),
      "libtiny.so",
      "libhostonly.so",
      "libcompressed-packed.so",
      "object-compressed.o",
      "libone.so"),
  BUNDLE(
      BundleFuzz::fuzzerTestOneInput,
      BundleFuzz.class,
      List.of(BundleFile.class, BundleTable.class, OffloadBundle.class, CompressedBundle.class),
      "old-ids.co",
      "compressed.co",
      "mismatch.co"),
  CODE_OBJECT(
      CodeObjectFuzz::fuzzerTestOneInput,
      CodeObjectFuzz.class,
      List.of(CodeObject.class, CodeObjectGlance.class, HeaderTarget.class),
      "axpy-gfx906-v4.hsaco",
      "axpy-gfx1030-v4.hsaco",
      "axpy-gfx1100.hsaco",
      "axpy-gfx1100-debug.hsaco"),
  METADATA(MetadataFuzz::fuzzerTestOneInput, MetadataFuzz.class, List.of(CodeObject.class)),
  DESCRIPTOR(
      DescriptorFuzz::fuzzerTestOneInput, DescriptorFuzz.class, List.of(KernelDescriptor.class)),
  DISASSEMBLY(DisassemblyFuzz::fuzzerTestOneInput, DisassemblyFuzz.class, List.of()),
  CONVERT(
      ConvertFuzz::fuzzerTestOneInput,
      ConvertFuzz.class,
      List.of(HostOnlyInput.class),
      "libtiny.so",
      "libone.so",
      "libcompressed-packed.so",
      "libtiny-gnu.so"),
  RESTORE(
      RestoreFuzz::fuzzerTestOneInput, RestoreFuzz.class, List.of(Restore.class), "libhostonly.so"),
  MARKER_EDIT(
      MarkerEditFuzz::fuzzerTestOneInput,
      MarkerEditFuzz.class,
      List.of(EditedMarker.class),
      "libhostonly.so"),
  STATIC_LIBRARY(
      StaticLibraryFuzz::fuzzerTestOneInput,
      StaticLibraryFuzz.class,
      List.of(StaticLibrary.class),
      "libthin.a",
      "windows.lib",
      "libstatic-sym64.a"),
  COFF(
      CoffFuzz::fuzzerTestOneInput,
      CoffFuzz.class,
      List.of(CoffFile.class),
      "windows.obj",
      "windows.dll"),
  AKS2(Aks2Fuzz::fuzzerTestOneInput, Aks2Fuzz.class, List.of()),
  AKS2_ZIP(Aks2ZipFuzz::fuzzerTestOneInput, Aks2ZipFuzz.class, List.of(), "aotriton.zip"),
  MIOPEN_TEXT(
      MiopenTextFuzz::fuzzerTestOneInput, MiopenTextFuzz.class, List.of(), "gfx1100.fdb.txt"),
  KERNEL_DESCRIPTOR(
      KernelDescriptorFuzz::fuzzerTestOneInput,
      KernelDescriptorFuzz.class,
      List.of(),
      "kernels.json"),
  PACKAGE(
      PackageFuzz::fuzzerTestOneInput,
      PackageFuzz.class,
      List.of(PackageFile.class),
      "aotriton.zip",
      "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl",
      "tiny.deb",
      "tiny.rpm",
      "tiny.tar.gz"),
  TENSILE(
      TensileFuzz::fuzzerTestOneInput,
      TensileFuzz.class,
      List.of(),
      "TensileLibrary_Type_HH_gfx1100.dat",
      "TensileLibrary_Type_SS_gfx1100.dat.zlib",
      "TensileLibrary_Type_HH_gfx1100.yaml",
      "TensileLibrary_lazy_gfx1100.dat",
      "TensileLiteLibrary_lazy_gfx1100_Mapping.dat"),
  SQLITE(
      SqliteFuzz::fuzzerTestOneInput,
      SqliteFuzz.class,
      List.of(),
      "gfx1100.kdb",
      "rocfft_kernel_cache.db"),
  CONTAINER(
      ContainerFuzz::fuzzerTestOneInput,
      ContainerFuzz.class,
      List.of(ContainerFile.class),
      "container-llvm19.bin",
      "container-bitcode.bin"),
  DEMANGLER(DemanglerFuzz::fuzzerTestOneInput, DemanglerFuzz.class, List.of(Demangler.class)),
  TAR(TarFuzz::fuzzerTestOneInput, TarFuzz.class, List.of(PackedTree.class, ArtifactInput.class)),
  ARTIFACT_MANIFEST(
      ArtifactManifestFuzz::fuzzerTestOneInput,
      ArtifactManifestFuzz.class,
      List.of(ArtifactManifest.class)),
  TOML(
      TomlFuzz::fuzzerTestOneInput,
      TomlFuzz.class,
      List.of(ConfigText.class, Topology.class, PackagingConfig.class)),
  YAML(YamlFuzz::fuzzerTestOneInput, YamlFuzz.class, List.of(ConfigText.class)),
  JSON(
      JsonFuzz::fuzzerTestOneInput, JsonFuzz.class, List.of(ConfigText.class, WheelVariants.class)),
  DEBUG_LOG(
      DebugLogFuzz::fuzzerTestOneInput,
      DebugLogFuzz.class,
      List.of(DebugLog.class, LogLines.class)),
  DEVICES(
      DevicesFuzz::fuzzerTestOneInput,
      DevicesFuzz.class,
      List.of(GpuNames.class, LoaderEnvironment.class)),
  MEMORY_MAP(MemoryMapFuzz::fuzzerTestOneInput, MemoryMapFuzz.class, List.of(MemoryMap.class)),
  LINKER_CACHE(
      LinkerCacheFuzz::fuzzerTestOneInput,
      LinkerCacheFuzz.class,
      List.of(LinkerCache.class),
      "ld.so.cache-new",
      "ld.so.cache-compat",
      "ld.so.cache-old"),
  QUERY(
      QueryFuzz::fuzzerTestOneInput, QueryFuzz.class, List.of(Query.class, CodeObjectQuery.class)),
  NAMES(
      NamesFuzz::fuzzerTestOneInput,
      NamesFuzz.class,
      List.of(
          GpuTarget.class,
          EntryId.class,
          BinaryKey.class,
          ArtifactName.class,
          NamePattern.class,
          CodeObjectUri.class)),
  JOURNAL(JournalFuzz::fuzzerTestOneInput, JournalFuzz.class, List.of(RecoveredEdits.class)),
  INSPECT(
      InspectFuzz::fuzzerTestOneInput,
      InspectFuzz.class,
      List.of(ValueInspector.class),
      ".kpm",
      "axpy-gfx906-v4.hsaco"),
  DOCUMENT(
      DocumentFuzz::fuzzerTestOneInput,
      DocumentFuzz.class,
      List.of(Formats.class, PlaceSyntax.class),
      ".kpack",
      ".kpm",
      "libtiny.so",
      "axpy-gfx906-v4.hsaco",
      "compressed.co",
      "libthin.a",
      "windows.lib",
      "windows.obj"),
  VERIFY(
      VerifyFuzz::fuzzerTestOneInput,
      VerifyFuzz.class,
      List.of(Verify.class),
      ".kpack",
      ".kpm",
      "libtiny.so",
      "libhostonly.so",
      "axpy-gfx906-v4.hsaco",
      "compressed.co"),
  WHEEL_RECORD(
      WheelRecordFuzz::fuzzerTestOneInput, WheelRecordFuzz.class, List.of(WheelRecord.class)),
  BASELINE(BaselineFuzz::fuzzerTestOneInput, BaselineFuzz.class, List.of(Baseline.class)),
  COMPARE(CompareFuzz::fuzzerTestOneInput, CompareFuzz.class, List.of(Compare.class));

  /** What takes an input. */
  @FunctionalInterface
  public interface Fuzzed {
    /** Reads the input; fails where a reader does what it must not. */
    void read(byte[] input) throws Exception;
  }

  private final Fuzzed fuzzed;
  private final Class<?> entry;
  private final List<Class<?>> readers;
  private final List<String> fixtures;

  FuzzTarget(Fuzzed fuzzed, Class<?> entry, List<Class<?>> readers, String... fixtures) {
    this.fuzzed = fuzzed;
    this.entry = entry;
    this.readers = List.copyOf(readers);
    this.fixtures = List.of(fixtures);
  }

  /** The name on the command line and of the corpus' folder, e.g. {@code code-object}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads an input as the fuzzer would. */
  public void read(byte[] input) throws Exception {
    fuzzed.read(input);
  }

  /** The class that the fuzzer calls. */
  public Class<?> entry() {
    return entry;
  }

  /** The classes whose ways in it feeds. */
  public List<Class<?>> readers() {
    return readers;
  }

  /** Compiled fixtures to begin with: file names, or endings of files of the sample. */
  public List<String> fixtures() {
    return fixtures;
  }
}
