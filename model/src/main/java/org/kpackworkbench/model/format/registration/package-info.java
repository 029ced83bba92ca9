/**
 * Which kernels each wrapper of a host binary registers, and whose kernels a code object has.
 *
 * <p>Archives file code objects under a binary's name and a wrapper's index. Tools that count code
 * objects for each architecture, and wrappers for the binary, file a unit's code under another
 * unit's index where a unit lacks an architecture: a loader then finds it and a program runs, or
 * rather fails to run, the wrong kernels. There are three kinds of evidence:
 *
 * <ul>
 *   <li>the binary's own code: its constructors hand a wrapper to {@code __hipRegisterFatBinary}
 *       and then name kernels to {@code __hipRegisterFunction}. {@link
 *       org.kpackworkbench.model.format.registration.Registrations} finds them where they look as
 *       compilers write them, for x86-64;
 *   <li>the compile unit's hash, {@code __hip_cuid_HASH}, a symbol of each code object;
 *   <li>the original fat binary, where it is available.
 * </ul>
 *
 * {@link org.kpackworkbench.model.format.registration.KernelOwners} weighs them and answers with an
 * {@link org.kpackworkbench.model.format.registration.CodeOwnership}. Where nothing is certain, it
 * says nothing.
 */
package org.kpackworkbench.model.format.registration;
