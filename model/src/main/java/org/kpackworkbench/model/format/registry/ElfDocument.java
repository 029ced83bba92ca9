package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfClaims;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.BundledCodeObjects;
import org.kpackworkbench.model.format.offload.BundledRows;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadClaims;
import org.kpackworkbench.model.format.offload.UnpackedBundles;

/** An open library, program or object file for the host, with what it has of device code. */
public final class ElfDocument implements Document {
  private final OpenSource source;
  private final ElfFile elf;
  private final FatBinary fat;
  private final UnpackedBundles unpacked = new UnpackedBundles();
  private final Lazy<BundledRows.Listing> listing;
  private final Lazy<CodeObjects> codeObjects;
  private final Lazy<Ownership> ownership;

  ElfDocument(OpenSource source, Progress progress) throws FormatException {
    this.source = source;
    this.elf = ElfFile.read(source.bytes());
    this.fat = FatBinary.read(elf, progress);
    this.listing = new Lazy<>(() -> BundledRows.of(fat, source.place()));
    this.codeObjects = new Lazy<>(() -> new BundledCodeObjects(listing.get().rows(), unpacked));
    this.ownership =
        new Lazy<>(() -> Claims.orProblem(source.bytes(), source.place(), this::claims));
  }

  /** The host binary. */
  public ElfFile elf() {
    return elf;
  }

  /** Its wrappers, bundles and marker. */
  public FatBinary fat() {
    return fat;
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return Format.ELF;
  }

  @Override
  public ByteView bytes() {
    return source.bytes();
  }

  @Override
  public Ownership ownership() {
    return ownership.get();
  }

  /** What is broken in the ELF file, its wrappers and its bundles. */
  @Override
  public List<FormatException> problems() {
    List<FormatException> all = new ArrayList<>(elf.problems());
    all.addAll(fat.problems());
    return List.copyOf(all);
  }

  @Override
  public CodeObjects codeObjects() {
    return codeObjects.get();
  }

  @Override
  public void close() {
    try {
      unpacked.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      source.close();
    }
  }

  private Ownership claims() throws FormatException {
    List<Claim> all = new ArrayList<>(ElfClaims.of(elf, source.place(), null));
    all.addAll(OffloadClaims.of(fat, source.place()));
    return Claims.map(source.bytes(), all);
  }
}
