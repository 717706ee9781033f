// MTLBinaryArchive.hpp: pipelines on disk. The software device keeps compiled code in a cache of
// its own, so it makes no archives: newBinaryArchive fails and says so.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class ComputePipelineDescriptor;
class Device;

enum BinaryArchiveError : NS::UInteger {
  BinaryArchiveErrorNone = 0,
  BinaryArchiveErrorInvalidFile = 1,
  BinaryArchiveErrorUnexpectedElement = 2,
  BinaryArchiveErrorCompilationFailure = 3,
  BinaryArchiveErrorInternalError = 4,
};

extern NS::ErrorDomain const BinaryArchiveDomain;

class BinaryArchiveDescriptor : public NS::Copying<BinaryArchiveDescriptor> {
 public:
  static BinaryArchiveDescriptor* alloc();
  BinaryArchiveDescriptor* init();
  void setUrl(const NS::URL* url);
  NS::URL* url() const;
};

class BinaryArchive : public NS::Referencing<BinaryArchive> {
 public:
  bool addComputePipelineFunctions(const MTL::ComputePipelineDescriptor* descriptor,
                                   NS::Error** error);
  Device* device() const;
  NS::String* label() const;
  bool serializeToURL(const NS::URL* url, NS::Error** error);
  void setLabel(const NS::String* label);
};

}  // namespace MTL
